//! Fundi: a game engine for Bao la Kiswahili.
pub mod arena;
