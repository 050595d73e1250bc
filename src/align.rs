//! Aligns the words of a page with the words of its gold text, in order.
//!
//! The alignment with the highest score wins. A shared word scores `SHARED`; a word of a kept run
//! that is not in the gold costs `EXTRA`; a kept run after a dropped one costs `OPENING`; each word
//! between kept runs costs `APART`. Skipped gold words cost nothing. So a menu entry that equals
//! the heading loses to the heading beside the story, and a single word far away is dropped.
//!
//! Time is O(page words · gold words) with a small constant. Memory is O(gold words · √runs): rows
//! are stored at checkpoints and recomputed between them.

const SHARED: i32 = 100;
/// Equal to `SHARED`, so that a run is kept if half of its words are in the gold.
const EXTRA: i32 = 100;
/// Less than an extra word: dropping a wrong word is better than keeping it for an unbroken run.
const OPENING: i32 = 90;
const APART: i32 = 1;
/// The score of an unreachable state; far from overflow.
const NEVER: i32 = i32::MIN / 2;

struct Costs {
    opening: i32,
    apart: i32,
}

/// Finds the gold word of each page word, or −1. `ends` are the ends of the runs in `page`.
pub fn align(words: &[u32], ends: &[usize], gold: &[u32]) -> Vec<i32> {
    let mut matches = vec![-1; words.len()];
    let costs = Costs { opening: OPENING, apart: APART };
    for (run, span) in spans(words, ends, gold, &costs) {
        let first = if run == 0 { 0 } else { ends[run - 1] };
        let run_words = &words[first..ends[run]];
        // Inside a run, each word is aligned like a run of its own.
        let each: Vec<usize> = (1..=run_words.len()).collect();
        let free = Costs { opening: 0, apart: 0 };
        for (word, place) in spans(run_words, &each, &gold[span.clone()], &free) {
            matches[first + word] = (span.start + place.start) as i32;
        }
    }
    matches
}

type Span = std::ops::Range<usize>;

/// The kept runs, last first, each with its range of gold words.
fn spans(words: &[u32], ends: &[usize], gold: &[u32], costs: &Costs) -> Vec<(usize, Span)> {
    let aligner = Aligner { words, ends, places: Places::of(words, gold), costs };
    let stride = (ends.len() as f64).sqrt().ceil().max(1.0) as usize;
    let mut checkpoints = Vec::new();
    let mut state = State::new(gold.len());
    let (mut best, mut last) = (0, None);
    for run in 0..ends.len() {
        if run % stride == 0 {
            checkpoints.push(state.clone());
        }
        aligner.step(run, &mut state);
        if state.kept[gold.len()] > best {
            (best, last) = (state.kept[gold.len()], Some(run));
        }
    }
    let Some(last) = last else { return Vec::new() };
    aligner.trace(&checkpoints, stride, last, gold.len())
}

/// Best scores after a run, by number of consumed gold words.
#[derive(Clone)]
struct State {
    /// The run is kept.
    kept: Vec<i32>,
    /// The run is dropped, and an earlier run is kept.
    dropped: Vec<i32>,
    /// The gold position at which the kept run started.
    entered: Vec<u32>,
}

impl State {
    fn new(gold: usize) -> Self {
        let never = vec![NEVER; gold + 1];
        State { kept: never.clone(), dropped: never, entered: vec![0; gold + 1] }
    }
}

struct Aligner<'a> {
    words: &'a [u32],
    ends: &'a [usize],
    places: Places,
    costs: &'a Costs,
}

impl Aligner<'_> {
    fn words_of(&self, run: usize) -> &[u32] {
        let first = if run == 0 { 0 } else { self.ends[run - 1] };
        &self.words[first..self.ends[run]]
    }

    fn step(&self, run: usize, state: &mut State) {
        let words = self.words_of(run);
        let apart = self.costs.apart * words.len() as i32;
        let State { kept, dropped, entered } = state;
        for (j, (kept, dropped)) in kept.iter_mut().zip(dropped.iter_mut()).enumerate() {
            let opened = (*dropped).max(0) - self.costs.opening;
            *dropped = (*kept).max(*dropped) - apart;
            *kept = (*kept).max(opened);
            entered[j] = j as u32;
        }
        for &word in words {
            // Backwards, so that each position sees the row before this word.
            for &place in self.places.of_word(word).iter().rev() {
                let place = place as usize;
                let (value, from) = (kept[place] + SHARED + EXTRA, entered[place]);
                for (next, entry) in kept[place + 1..].iter_mut().zip(&mut entered[place + 1..]) {
                    // Scores never decrease along the gold, so the first that is not worse ends the
                    // search.
                    if *next >= value {
                        break;
                    }
                    (*next, *entry) = (value, from);
                }
            }
        }
        let extra = EXTRA * words.len() as i32;
        for kept in kept {
            *kept -= extra;
        }
    }

    fn trace(
        &self,
        checkpoints: &[State],
        stride: usize,
        last: usize,
        gold: usize,
    ) -> Vec<(usize, Span)> {
        let mut found = Vec::new();
        let (mut run, mut place, mut is_kept) = (last, gold, true);
        for (part, checkpoint) in checkpoints.iter().enumerate().take(last / stride + 1).rev() {
            let states = self.states(checkpoint, part * stride, run);
            while let Some(before) = (run + 1).checked_sub(part * stride + 1) {
                let (before, after) = (&states[before], &states[before + 1]);
                if is_kept {
                    let entered = after.entered[place] as usize;
                    if entered < place {
                        found.push((run, entered..place));
                    }
                    place = entered;
                    let opened = before.dropped[place].max(0) - self.costs.opening;
                    is_kept = before.kept[place] >= opened;
                    if !is_kept && before.dropped[place] < 0 {
                        return found; // nothing was kept before
                    }
                } else {
                    is_kept = before.kept[place] >= before.dropped[place];
                }
                if run == 0 {
                    return found;
                }
                run -= 1;
            }
        }
        found
    }

    /// The states before, between and after the runs from `first` to `last`.
    fn states(&self, checkpoint: &State, first: usize, last: usize) -> Vec<State> {
        let mut states = vec![checkpoint.clone()];
        for run in first..=last {
            let mut state = states[states.len() - 1].clone();
            self.step(run, &mut state);
            states.push(state);
        }
        states
    }
}

/// The positions of each word in the gold.
struct Places {
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Places {
    fn of(words: &[u32], gold: &[u32]) -> Self {
        let kinds = words.iter().chain(gold).max().map_or(0, |&word| word as usize + 1);
        let mut starts = vec![0; kinds + 1];
        for &word in gold {
            starts[word as usize + 1] += 1;
        }
        for word in 0..kinds {
            starts[word + 1] += starts[word];
        }
        let mut next = starts.clone();
        let mut places = vec![0; gold.len()];
        for (place, &word) in gold.iter().enumerate() {
            places[next[word as usize] as usize] = place as u32;
            next[word as usize] += 1;
        }
        Places { starts, places }
    }

    fn of_word(&self, word: u32) -> &[u32] {
        let word = word as usize;
        &self.places[self.starts[word] as usize..self.starts[word + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(words: &[u32], ends: &[usize], gold: &[u32]) -> Vec<usize> {
        let matches = align(words, ends, gold);
        let mut first = 0;
        let mut kept = Vec::new();
        for (run, &end) in ends.iter().enumerate() {
            if matches[first..end].iter().any(|&place| place >= 0) {
                kept.push(run);
            }
            first = end;
        }
        kept
    }

    #[test]
    fn empty_texts_align() {
        assert!(align(&[], &[], &[]).is_empty());
        assert!(align(&[], &[], &[1, 2]).is_empty());
        assert_eq!(align(&[1, 2], &[2], &[]), [-1, -1]);
        assert_eq!(align(&[1], &[0, 1, 1], &[1]), [0]);
    }

    #[test]
    fn each_word_is_matched() {
        assert_eq!(align(&[7, 1, 2, 8, 3], &[1, 5], &[1, 2, 3]), [-1, 0, 1, -1, 2]);
    }

    #[test]
    fn of_equal_runs_the_one_beside_the_story_is_kept() {
        let menu_entry_then_heading = [1, 2, 9, 9, 9, 1, 2, 3, 4, 5, 6];
        assert_eq!(kept(&menu_entry_then_heading, &[2, 5, 7, 11], &[1, 2, 3, 4, 5, 6]), [2, 3]);
    }

    #[test]
    fn the_order_of_the_gold_is_respected() {
        let story_then_link = [1, 2, 3, 4, 9, 9, 1, 2];
        assert_eq!(kept(&story_then_link, &[2, 4, 6, 8], &[1, 2, 3, 4]), [0, 1]);
    }

    #[test]
    fn a_run_is_kept_if_half_of_its_words_are_gold() {
        assert_eq!(kept(&[1, 2, 3, 4, 5, 9, 9, 9], &[4, 8], &[1, 2, 3, 4, 5]), [0]);
        assert_eq!(kept(&[1, 2, 3, 4, 5, 6, 7, 9], &[4, 8], &[1, 2, 3, 4, 5, 6, 7]), [0, 1]);
    }

    #[test]
    fn a_single_word_far_away_is_dropped() {
        let mut words = vec![1, 2, 3];
        words.extend([9; 20]);
        words.push(4);
        assert_eq!(kept(&words, &[3, 23, 24], &[1, 2, 3, 4]), [0]);
    }

    #[test]
    fn thousands_of_runs_pass_their_checkpoints() {
        let words: Vec<u32> = (0..3000).collect();
        let ends: Vec<usize> = (1..=3000).collect();
        let gold: Vec<u32> = (500..2500).collect();
        let expected: Vec<usize> = (500..2500).collect();
        assert_eq!(kept(&words, &ends, &gold), expected);
    }
}
