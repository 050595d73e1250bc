//! The threshold of a page: blocks that reach it are content.

/// How to choose the threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThresholdRule {
    /// Weight of recall relative to precision, as in Fβ.
    pub beta: f32,
    /// Bounds of the threshold.
    pub low: f32,
    pub high: f32,
}

impl ThresholdRule {
    /// The method's default settings.
    pub const DEFAULT: ThresholdRule = ThresholdRule { beta: 1.0, low: 0.1, high: 0.45 };

    /// Checks the values.
    pub fn new(beta: f32, low: f32, high: f32) -> Result<ThresholdRule, String> {
        if !(0.0..=1.0).contains(&low) || !(low..=1.0).contains(&high) {
            return Err(format!(
                "invalid threshold bounds {low} and {high}; expected 0 ≤ low ≤ high ≤ 1"
            ));
        }
        if !(beta > 0.0 && beta.is_finite()) {
            return Err(format!("invalid beta {beta}; expected a number above 0"));
        }
        Ok(ThresholdRule { beta, low, high })
    }
}

/// Chooses the threshold that maximises the expected Fβ of the kept words, (1 + β²)·Σ kept p·n / (Σ
/// kept n + β²·Σ all p·n), clamped to the bounds. Returns the upper bound if there are no words, or
/// if no score reaches the middle of the bounds: such a page has no content, and the best parts of
/// a menu are still a menu.
///
/// `scores` are the probabilities p of the blocks, without NaN; `words` are their word counts n.
pub fn choose_threshold(scores: &[f32], words: &[u32], rule: ThresholdRule) -> f32 {
    let mut order: Vec<(f32, u32)> =
        scores.iter().copied().zip(words.iter().copied()).filter(|&(_, n)| n > 0).collect();
    order.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
    if order.first().is_none_or(|&(best, _)| best < (rule.low + rule.high) / 2.0) {
        return rule.high;
    }
    let expected: f64 = order.iter().map(|&(p, n)| f64::from(p) * f64::from(n)).sum();
    let recall_weight = f64::from(rule.beta) * f64::from(rule.beta);
    let (mut best, mut best_value) = (rule.high, 0.0);
    let (mut right, mut kept) = (0.0, 0.0);
    for (i, &(p, n)) in order.iter().enumerate() {
        right += f64::from(p) * f64::from(n);
        kept += f64::from(n);
        // Blocks with the same score are kept together.
        let is_last = order.get(i + 1).is_none_or(|next| next.0 < p);
        let value = (1.0 + recall_weight) * right / (kept + recall_weight * expected);
        if is_last && value > best_value {
            (best, best_value) = (p, value);
        }
    }
    best.clamp(rule.low, rule.high)
}

#[cfg(test)]
mod tests {
    use super::super::tests::RULE;
    use super::*;

    /// The same by trying every score.
    fn slow_threshold(scores: &[f32], words: &[u32], rule: ThresholdRule) -> f32 {
        let pairs = || scores.iter().zip(words).map(|(&p, &n)| (f64::from(p), f64::from(n)));
        let beta = f64::from(rule.beta) * f64::from(rule.beta);
        let value = |from: f64| {
            let kept: Vec<(f64, f64)> = pairs().filter(|&(p, _)| p >= from).collect();
            let right: f64 = kept.iter().map(|(p, n)| p * n).sum();
            let all: f64 = pairs().map(|(p, n)| p * n).sum();
            (1.0 + beta) * right / (kept.iter().map(|(_, n)| n).sum::<f64>() + beta * all)
        };
        if scores.iter().all(|&score| score < (rule.low + rule.high) / 2.0) {
            return rule.high;
        }
        let mut best = (0.0, rule.high);
        let mut tried = scores.to_vec();
        tried.sort_by(|one, other| other.total_cmp(one));
        for from in tried {
            if value(f64::from(from)) > best.0 + 1e-12 {
                best = (value(f64::from(from)), from);
            }
        }
        best.1.clamp(rule.low, rule.high)
    }

    #[test]
    fn the_threshold_maximises_the_expected_f_score() {
        // Both: 2·(9 + 3) / (20 + 12.1) = .748; the first alone: 2·9 / (10 + 12.1) = .814; all
        // three score even less.
        let (scores, words) = ([0.3, 0.9, 0.1], [10, 10, 1]);
        let free = ThresholdRule { low: 0.0, high: 1.0, ..RULE };
        assert_eq!(choose_threshold(&scores, &words, free), 0.9);
        // Both: 5·12 / (20 + 4·12.1) = .877; the first alone: 5·9 / (10 + 4·12.1) = .771.
        assert_eq!(choose_threshold(&scores, &words, ThresholdRule { beta: 2.0, ..free }), 0.3);
        assert_eq!(choose_threshold(&scores, &words, RULE), 0.45);
        assert_eq!(choose_threshold(&[0.05, 0.28], &[90, 3], RULE), 0.28);
        // No score reaches the middle of the bounds.
        assert_eq!(choose_threshold(&[0.2, 0.27], &[3, 3], RULE), 0.45);
        assert_eq!(choose_threshold(&[], &[], RULE), 0.45);
        assert_eq!(choose_threshold(&[0.9], &[0], RULE), 0.45);
    }

    #[test]
    fn the_threshold_agrees_with_trying_every_score() {
        for seed in 0..200_u32 {
            let random = |i: u32| (i + 1).wrapping_mul(seed + 7).wrapping_mul(2_654_435_761) >> 16;
            let scores: Vec<f32> = (0..20).map(|i| (random(i) % 97) as f32 / 97.0).collect();
            let words: Vec<u32> = (0..20).map(|i| random(i + 50) % 30 + 1).collect();
            for beta in [0.5, 1.0, 2.0] {
                let rule = ThresholdRule { beta, ..RULE };
                assert_eq!(
                    choose_threshold(&scores, &words, rule),
                    slow_threshold(&scores, &words, rule)
                );
            }
        }
    }

    #[test]
    fn invalid_rules_are_rejected() {
        assert!(
            ThresholdRule::new(1.0, 0.5, 0.4).unwrap_err().ends_with("expected 0 ≤ low ≤ high ≤ 1")
        );
        assert!(ThresholdRule::new(1.0, f32::NAN, 0.4).is_err());
        for beta in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(
                ThresholdRule::new(beta, 0.1, 0.4)
                    .unwrap_err()
                    .ends_with("expected a number above 0")
            );
        }
    }
}
