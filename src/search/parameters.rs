//! Every tunable number of the search in one place, so that paired matches can play one set against another.
//!
//! What was tried, kept and rejected, with the match results, is written down in `tools/EXPERIMENTS.md`.

/// The tunables. Margins are centiseeds, depths are plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Half-width of the first aspiration window.
    pub aspiration_window: i32,
    /// First iteration that uses an aspiration window.
    pub aspiration_depth: i32,
    /// A position with one legal move does not cost depth.
    pub extend_single_reply: bool,
    /// At the horizon, forced replies are played out, at most this many.
    pub leaf_forced_plies: i32,
    /// Late moves are searched less deep from this remaining depth on.
    pub reduction_depth: i32,
    /// The first move (counted from 0) that may be reduced.
    pub reduction_move: usize,
    /// From this move on the reduction is one ply larger in null-window nodes.
    pub reduction_late_move: usize,
    /// A late move is reduced by one ply more for each such step that its static value lies below alpha; 0 switches it off.
    pub reduction_gap: i32,
    /// Divisor (hundredths) of the product of the logarithms of depth and move number that adds to reductions; 0 switches it off.
    pub reduction_logarithm: i32,
    /// Late moves whose static value lies this far below alpha, for each ply of depth, are left out at low depth.
    pub late_margin: i32,
    /// Highest remaining depth at which they are; 0 switches it off.
    pub late_depth: i32,
    /// From this remaining depth on, a position without a table move is searched one ply less deep; 99 switches it off.
    pub unknown_depth: i32,
    /// From this remaining depth on, a table move that alone keeps its score is extended; 99 switches it off.
    pub singular_depth: i32,
    /// How far below the table's score all other moves must stay, for each ply of depth.
    pub singular_margin: i32,
    /// Children are looked up for a cut-off before any is searched, from this remaining depth on.
    pub transposition_cut_depth: i32,
    /// A shallow search far above beta cuts from this remaining depth on (ProbCut as in Scan); 99 switches it off.
    pub probcut_depth: i32,
    /// The shallow search must exceed beta by this much,
    pub probcut_margin: i32,
    /// and this much more for each ply of depth.
    pub probcut_margin_per_ply: i32,
    /// Per cent of the remaining depth given to the shallow search.
    pub probcut_share: i32,
    /// A static value this far above beta, for each ply of depth, cuts at low depth.
    pub futility_margin: i32,
    /// Highest remaining depth at which it does; 0 switches it off.
    pub futility_depth: i32,
    /// Children are ordered by their static value from this remaining depth on, below it by seeds captured.
    pub order_by_evaluation_depth: i32,
    /// Weight of the history counter in ordering, per cent.
    pub history_weight: i32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            aspiration_window: 150,
            aspiration_depth: 5,
            extend_single_reply: true,
            leaf_forced_plies: 4,
            reduction_depth: 3,
            reduction_move: 2,
            reduction_late_move: 4,
            reduction_gap: 80,
            reduction_logarithm: 0,
            late_margin: 120,
            late_depth: 4,
            unknown_depth: 99,
            singular_depth: 99,
            singular_margin: 10,
            transposition_cut_depth: 3,
            probcut_depth: 99,
            probcut_margin: 200,
            probcut_margin_per_ply: 20,
            probcut_share: 40,
            futility_margin: 300,
            futility_depth: 0,
            order_by_evaluation_depth: 2,
            history_weight: 0,
        }
    }
}
