//! Regular expressions of a model file, matched in time linear in the text.
//!
//! A model may come from anywhere, so an expression must not be able to hang. The `regex` crate
//! never backtracks exponentially, and the compiled size of an expression is bounded.

use regex::{Regex, RegexBuilder};

/// A date, a URL or a bullet stands at the beginning of a text.
pub const MAX_CHARS: usize = 100;
/// Bytes of a compiled expression; the largest that the package ships takes half of it.
const MAX_SIZE: usize = 1 << 22;

/// An ordered list of expressions.
#[derive(Debug)]
pub struct Patterns {
    expressions: Vec<Regex>,
}

impl Patterns {
    /// Compiles the expressions. The error has the index of the first invalid one, and the reason.
    pub fn new(expressions: &[String]) -> Result<Self, (usize, String)> {
        let compile = |(index, expression): (usize, &String)| {
            RegexBuilder::new(expression)
                .size_limit(MAX_SIZE)
                .dfa_size_limit(MAX_SIZE)
                .build()
                .map_err(|error| (index, reason(&error)))
        };
        let expressions = expressions.iter().enumerate().map(compile).collect::<Result<_, _>>()?;
        Ok(Self { expressions })
    }

    /// The number of the first expression that matches the text, from 1 on; 0 for none.
    pub fn first_match(&self, text: &str) -> i64 {
        let start = searched(text);
        let found = self.expressions.iter().position(|each| each.is_match(&start));
        found.map_or(0, |index| index as i64 + 1)
    }

    /// One bit for each expression that matches the text, the lowest for the first. The list must
    /// have fewer than 64 expressions.
    pub fn all_matches(&self, text: &str) -> i64 {
        let start = searched(text);
        let bits = self.expressions.iter().enumerate();
        bits.map(|(bit, each)| i64::from(each.is_match(&start)) << bit).sum()
    }

    pub fn len(&self) -> usize {
        self.expressions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.expressions.is_empty()
    }
}

/// The beginning of a text in lower case.
fn searched(text: &str) -> String {
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    text[..end].to_lowercase()
}

/// The reason in one line; the crate draws a picture of a syntax error, and ends with the reason.
fn reason(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "it is too large".to_owned(),
        error => {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or_default();
            last.trim().trim_start_matches("error: ").to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(expressions: &[&str]) -> Patterns {
        let owned: Vec<String> = expressions.iter().map(|each| (*each).to_owned()).collect();
        Patterns::new(&owned).unwrap_or_else(|(index, why)| panic!("{index}: {why}"))
    }

    fn rejected(expression: &str) -> String {
        Patterns::new(&["a".to_owned(), expression.to_owned()])
            .map_or_else(|(index, why)| format!("{index}: {why}"), |_| String::new())
    }

    #[test]
    fn the_first_matching_expression_counts() {
        let list = patterns(&["^b", "b", "a"]);
        assert_eq!(["b", "ab", "A", "c"].map(|text| list.first_match(text)), [1, 2, 3, 0]);
    }

    #[test]
    fn each_matching_expression_has_a_bit() {
        let list = patterns(&["^a", "^ab", "^b"]);
        assert_eq!(["a", "AB", "b", "c"].map(|text| list.all_matches(text)), [1, 3, 4, 0]);
    }

    #[test]
    fn only_the_beginning_is_searched() {
        let list = patterns(&["b"]);
        assert_eq!(list.first_match(&format!("{}b", "ä".repeat(MAX_CHARS - 1))), 1);
        assert_eq!(list.first_match(&format!("{}b", "ä".repeat(MAX_CHARS))), 0);
    }

    #[test]
    fn expressions_that_need_backtracking_are_rejected() {
        assert!(rejected("a(?!b)").starts_with("1: look-around"));
        assert!(rejected(r"(a)\1").starts_with("1: backreferences"));
    }

    #[test]
    fn large_expressions_are_rejected() {
        assert_eq!(rejected(r"\w{1000}"), "1: it is too large");
        assert!(!rejected(&"(".repeat(1000)).is_empty());
    }

    #[test]
    fn nested_repetition_takes_linear_time() {
        let list = patterns(&["(a+)+$", "(a|a)*b", "(?:a?){50}c"]);
        let text = format!("{}!", "a".repeat(MAX_CHARS - 1));
        for _ in 0..1000 {
            assert_eq!(list.first_match(&text), 0);
        }
    }
}
