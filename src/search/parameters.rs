//! Every tunable number of the search in one place, so that paired matches can play one set against another.
//!
//! The list below is the only one: fields, defaults, names and the setter all come from it. What was tried, kept and rejected, with the
//! match results, is written down in `tools/EXPERIMENTS.md`.

use std::fmt;

macro_rules! parameters {
    ($($(#[$meaning:meta])* $name:ident = $default:expr;)*) => {
        /// The tunables. Margins are centiseeds, depths are plies; a depth of 99 (or 0 where a highest depth is meant) switches
        /// the technique off.
        ///
        /// ```
        /// use fundi::search::Parameters;
        /// let mut parameters = Parameters::default();
        /// parameters.set("reduction_gap", 100).unwrap();
        /// assert_eq!(parameters.reduction_gap, 100);
        /// assert!(parameters.set("no_such_thing", 1).is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[$meaning])* pub $name: i32,)*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $default,)* }
            }
        }

        impl Parameters {
            /// The names of all parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The value of the parameter of that name, if there is one.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter by its name.
            ///
            /// # Errors
            /// There is none of that name.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), UnknownParameter> {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(UnknownParameter(name.chars().take(40).collect())),
                }
                Ok(())
            }
        }
    };
}

parameters! {
    /// Half-width of the first aspiration window.
    aspiration_window = 150;
    /// First iteration that uses an aspiration window.
    aspiration_depth = 5;
    /// Whether a position with one legal move costs no depth (1) or does (0).
    extend_single_reply = 1;
    /// At the horizon, forced replies are played out, at most this many.
    leaf_forced_plies = 4;
    /// Late moves are searched less deep from this remaining depth on.
    reduction_depth = 3;
    /// The first move (counted from 0) that may be reduced.
    reduction_move = 2;
    /// From this move on the reduction is one ply larger in null-window nodes.
    reduction_late_move = 4;
    /// A late move is reduced by one ply more for each such step that its static value lies below alpha; 0 switches it off.
    reduction_gap = 80;
    /// Late moves whose static value lies this far below alpha, for each ply of depth, are left out at low depth.
    late_margin = 90;
    /// Highest remaining depth at which they are.
    late_depth = 6;
    /// From this remaining depth on, a position without a table move is searched one ply less deep.
    unknown_depth = 4;
    /// From this remaining depth on, a table move that alone keeps its score is extended.
    singular_depth = 6;
    /// How far below the table's score all other moves must stay, for each ply of depth.
    singular_margin = 10;
    /// Children are looked up for a cut-off before any is searched, from this remaining depth on.
    transposition_cut_depth = 3;
    /// A shallow search far above beta cuts from this remaining depth on (ProbCut).
    probcut_depth = 99;
    /// The shallow search must exceed beta by this much,
    probcut_margin = 200;
    /// and this much more for each ply of depth.
    probcut_margin_per_ply = 20;
    /// Per cent of the remaining depth given to the shallow search.
    probcut_share = 40;
    /// A static value this far above beta, for each ply of depth, cuts at low depth.
    futility_margin = 150;
    /// Highest remaining depth at which it does.
    futility_depth = 0;
    /// Children are ordered by their static value from this remaining depth on, below it by seeds captured.
    order_by_evaluation_depth = 2;
    /// The static value of a child gives way to what the table knows better, from this remaining depth on.
    table_value_depth = 3;
}

/// There is no parameter of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownParameter(pub String);

impl fmt::Display for UnknownParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown search parameter `{}`, expected one of {}",
            self.0.escape_debug(),
            Parameters::NAMES.join(", ")
        )
    }
}

impl std::error::Error for UnknownParameter {}
