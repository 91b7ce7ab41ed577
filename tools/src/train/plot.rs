//! The training curve as an SVG picture.

use super::Epoch;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// Training loss and held-out loss over the epochs.
pub fn svg(title: &str, epochs: &[Epoch]) -> String {
    let values = || epochs.iter().flat_map(|epoch| [epoch.loss, epoch.held_loss]);
    let (low, high) = values().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    let span = (high - low).max(1e-6);
    let last = epochs.len().max(2) as f64;
    let x = |number: u64| MARGIN + (number as f64 - 1.0) / (last - 1.0) * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - (value - low) / span * (HEIGHT - 2.0 * MARGIN);
    let title: String = title.chars().filter(|c| !"<>&\"".contains(*c)).collect();
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{MARGIN}\" \
         y=\"24\">{title}</text>\n"
    );
    for step in 0..=4 {
        let value = low + span * f64::from(step) / 4.0;
        let _ = writeln!(
            picture,
            "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/><text x=\"6\" y=\"{2:.1}\">\
             {value:.4}</text>",
            WIDTH - MARGIN,
            y(value),
            y(value) + 4.0
        );
    }
    for epoch in epochs.iter().step_by(epochs.len().div_ceil(10).max(1)) {
        let (x, number) = (x(epoch.number), epoch.number);
        let _ = writeln!(
            picture,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
            HEIGHT - MARGIN + 18.0
        );
    }
    for (number, (name, colour)) in
        [("training loss", "#c60"), ("held-out loss", "#06c")].into_iter().enumerate()
    {
        let mut points = String::new();
        for epoch in epochs {
            let value = if number == 0 { epoch.loss } else { epoch.held_loss };
            let _ = write!(points, "{:.1},{:.1} ", x(epoch.number), y(value));
        }
        let at = MARGIN + 120.0 * number as f64;
        let _ = writeln!(
            picture,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{at}\" y=\"{}\" \
             fill=\"{colour}\">{name}</text>",
            points.trim_end(),
            HEIGHT - 12.0
        );
    }
    picture + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_on_the_curve() {
        let epoch = |number| Epoch {
            number,
            rate: 0.1,
            loss: 1.0 / number as f64,
            held_loss: 1.1 / number as f64,
            held_result_loss: 0.2,
            speed: 1.0,
        };
        let epochs: Vec<Epoch> = (1..=5).map(epoch).collect();
        let picture = svg("64 units <&>", &epochs);
        let points = |line: &str| line.split('"').nth(1).unwrap().split(' ').count();
        assert_eq!(
            picture.lines().filter(|line| line.starts_with("<polyline")).map(points).sum::<usize>(),
            10
        );
        assert!(picture.contains(">64 units <") && !picture.contains("NaN"));
        assert!(!svg("one", &epochs[..1]).contains("NaN"));
    }
}
