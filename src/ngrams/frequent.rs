//! Counts in how many documents each n-gram occurs, in bounded memory (Misra and Gries 1982).
//!
//! With more n-grams than the table holds, all counts are reduced until half of them vanish. Counts
//! are exact until then. Afterwards an n-gram may occur in up to `missing` documents more than its
//! count, which is at most 2 / m of all counted n-grams for a table of m.

/// Maximum load of the table, in fifths.
const FULL: usize = 4;
const FEWEST_SLOTS: usize = 1 << 12;

#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// 0 in an empty slot.
    hash: u64,
    count: u32,
    /// Number of the last document, so that each document counts once.
    last: u32,
}

#[derive(Debug)]
pub struct FrequentNgrams {
    slots: Vec<Slot>,
    used: usize,
    most_slots: usize,
    documents: u32,
    missing: u32,
}

impl FrequentNgrams {
    /// A table that grows up to about `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let most_slots = (memory / size_of::<Slot>()).max(FEWEST_SLOTS);
        let slots = vec![Slot::default(); FEWEST_SLOTS];
        FrequentNgrams { slots, used: 0, most_slots, documents: 0, missing: 0 }
    }

    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// Maximum number of documents that a count lacks.
    pub fn missing(&self) -> u32 {
        self.missing
    }

    /// Maximum n-grams of one document.
    pub fn most_at_once(&self) -> usize {
        self.most_slots * FULL / 5 / 2
    }

    /// Counts a document; n-grams beyond `most_at_once` are ignored.
    pub fn add(&mut self, hashes: &[u64]) {
        let hashes = &hashes[..hashes.len().min(self.most_at_once())];
        // Before the document: an n-gram that is removed and added again would count twice.
        self.make_room(hashes.len());
        self.documents += 1;
        for hash in hashes {
            let at = self.find(*hash);
            let slot = &mut self.slots[at];
            if slot.hash == 0 {
                *slot = Slot { hash: *hash, count: 1, last: self.documents };
                self.used += 1;
            } else if slot.last != self.documents {
                slot.count += 1;
                slot.last = self.documents;
            }
        }
    }

    /// The upper bound of the number of documents with an n-gram; 0 if it is not in the table.
    #[inline]
    pub fn count(&self, hash: u64) -> u32 {
        match self.slots[self.find(hash)].count {
            0 => 0,
            count => count + self.missing,
        }
    }

    /// The slot of the hash, or the empty slot where it belongs.
    #[inline]
    fn find(&self, hash: u64) -> usize {
        let home = u128::from(hash) * self.slots.len() as u128;
        let mut at = (home >> 64) as usize;
        while self.slots[at].hash != 0 && self.slots[at].hash != hash {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        at
    }

    fn make_room(&mut self, ngrams: usize) {
        while (self.used + ngrams) * 5 > self.slots.len() * FULL {
            if self.slots.len() < self.most_slots {
                let slots = (2 * self.slots.len()).min(self.most_slots);
                let old = std::mem::replace(&mut self.slots, vec![Slot::default(); slots]);
                self.put(old.into_iter().filter(|slot| slot.hash != 0));
            } else {
                self.shrink();
            }
        }
    }

    /// Reduces all counts by their median and removes those that reach 0: at least half of them.
    #[cold]
    fn shrink(&mut self) {
        let mut slots: Vec<Slot> =
            self.slots.iter().copied().filter(|slot| slot.hash != 0).collect();
        let middle = slots.len() / 2;
        let (_, median, _) = slots.select_nth_unstable_by_key(middle, |slot| slot.count);
        let less = median.count;
        self.missing += less;
        self.slots.fill(Slot::default());
        let left = slots.into_iter().filter(|slot| slot.count > less);
        self.put(left.map(|slot| Slot { count: slot.count - less, ..slot }));
    }

    /// Fills the empty table.
    fn put(&mut self, slots: impl Iterator<Item = Slot>) {
        self.used = 0;
        for slot in slots {
            let at = self.find(slot.hash);
            self.slots[at] = slot;
            self.used += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix_strong;

    #[test]
    fn a_document_counts_once() {
        let mut counts = FrequentNgrams::new(0);
        counts.add(&[1, 2, 1, 1]);
        counts.add(&[2, 2]);
        assert_eq!((counts.count(1), counts.count(2), counts.count(3)), (1, 2, 0));
        assert_eq!((counts.documents(), counts.missing()), (2, 0));
    }

    #[test]
    fn a_growing_table_stays_exact() {
        let mut counts = FrequentNgrams::new(1 << 24);
        for document in 0..50_u64 {
            let own = (0..4000).map(|i| mix_strong(document * 4000 + i + 1));
            counts.add(&own.chain(std::iter::once(7)).collect::<Vec<_>>());
        }
        assert_eq!((counts.count(7), counts.missing()), (50, 0));
        assert!((1..200_000).all(|i| counts.count(mix_strong(i)) == 1));
    }

    #[test]
    fn frequent_n_grams_stay_in_a_small_table() {
        let mut counts = FrequentNgrams::new(0);
        let slots = counts.slots.len();
        for document in 0..400_u64 {
            let own = (0..1000).map(|i| mix_strong(document * 1000 + i + 100));
            let shared = (1..=20_u64).filter(|i| document % i == 0);
            counts.add(&own.chain(shared).collect::<Vec<_>>());
        }
        assert_eq!(counts.slots.len(), slots);
        let bound = 2 * 400 * 1005 / (slots * FULL / 5 / 2);
        assert!(counts.missing() > 0 && counts.missing() as usize <= bound);
        for i in 1..=2 {
            let truth = 400_u32.div_ceil(i);
            let found = counts.count(u64::from(i));
            assert!((truth..=truth + counts.missing()).contains(&found), "{i}: {found}");
        }
    }

    #[test]
    fn a_huge_document_is_cut_to_the_size_of_the_table() {
        let mut counts = FrequentNgrams::new(0);
        counts.add(&(1..100_000).map(mix_strong).collect::<Vec<_>>());
        assert_eq!(counts.used, counts.most_at_once());
    }
}
