//! A position in 36 bytes, for the start of a game record.

use fundi::board::{Hole, Position, PositionParts, Side};

/// Bytes of a packed position.
pub const SIZE: usize = 36;

/// 32 holes (South's ring, then North's), two stores, a byte of flags (1: South owns its house, 2: North does,
/// 4: North is to move), and the blocked hole plus one or 0.
pub fn pack(position: &Position) -> [u8; SIZE] {
    let parts = position.parts();
    let mut bytes = [0; SIZE];
    bytes[..16].copy_from_slice(&parts.holes[0]);
    bytes[16..32].copy_from_slice(&parts.holes[1]);
    bytes[32..34].copy_from_slice(&parts.stores);
    bytes[34] = u8::from(parts.houses[0])
        | u8::from(parts.houses[1]) << 1
        | u8::from(parts.mover == Side::North) << 2;
    bytes[35] = parts.block.map_or(0, |hole| hole.index() + 1);
    bytes
}

/// The position again; `None` if the bytes are no sound position.
pub fn unpack(bytes: &[u8; SIZE]) -> Option<Position> {
    let ring = |at: usize| std::array::from_fn(|i| bytes[at + i]);
    let block = match bytes[35] {
        0 => None,
        index => Some(Hole::new(index - 1)?),
    };
    let parts = PositionParts {
        holes: [ring(0), ring(16)],
        stores: [bytes[32], bytes[33]],
        houses: [bytes[34] & 1 != 0, bytes[34] & 2 != 0],
        mover: if bytes[34] & 4 == 0 { Side::South } else { Side::North },
        block,
    };
    Position::from_parts(&parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fundi::rules::{Game, Rules};

    #[test]
    fn every_position_of_a_game_comes_back() {
        let mut game = Game::new(Rules::ZANZIBAR);
        let mut ply = 0;
        while game.result().is_none() && ply < 300 {
            assert_eq!(unpack(&pack(game.position())), Some(*game.position()));
            let moves = game.rules().successors(game.position());
            game.play(moves[(ply * 7) % moves.len()].mv).unwrap();
            ply += 1;
        }
        assert!(ply > 20);
        let mut bytes = pack(game.position());
        bytes[3] = bytes[3].wrapping_add(1);
        assert_eq!(unpack(&bytes), None);
    }
}
