//! Numbers distinct keys in the order of their first occurrence.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;

/// Differs between processes, so that no page can be written to have many collisions.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0) | 1);

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// A hash table with linear probing, at most half full.
#[derive(Debug)]
pub struct Numbering {
    slots: Vec<(u64, u32)>,
    keys: Vec<u64>,
    seed: u64,
}

impl Numbering {
    /// A table for about `count` keys.
    pub fn new(count: usize) -> Numbering {
        let slots = vec![(0, EMPTY); (2 * count).next_power_of_two().max(16)];
        Numbering { slots, keys: Vec::new(), seed: *SEED }
    }

    /// The number of a key; new keys get the next number.
    pub fn number(&mut self, key: u64) -> usize {
        let mut at = self.slot(key);
        loop {
            match self.slots[at] {
                (_, EMPTY) => return self.add(at, key),
                (known, number) if known == key => return number as usize,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// The keys by number.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    fn slot(&self, key: u64) -> usize {
        let product = u128::from(key ^ self.seed) * u128::from(self.seed);
        ((product >> 64) as usize ^ product as usize) & (self.slots.len() - 1)
    }

    fn add(&mut self, at: usize, key: u64) -> usize {
        let number = self.keys.len();
        self.slots[at] = (key, number as u32);
        self.keys.push(key);
        if 2 * self.keys.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let count = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(count, (0, EMPTY));
        for (number, &key) in self.keys.iter().enumerate() {
            let mut at = self.slot(key);
            while self.slots[at].1 != EMPTY {
                at = (at + 1) & (count - 1);
            }
            self.slots[at] = (key, number as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_have_equal_numbers() {
        let mut numbering = Numbering::new(4);
        assert_eq!([7, 3, 7, 0, 3, 0].map(|key| numbering.number(key)), [0, 1, 0, 2, 1, 2]);
        assert_eq!(numbering.keys(), [7, 3, 0]);
    }

    #[test]
    fn more_keys_than_expected_fit() {
        let mut numbering = Numbering::new(0);
        for round in 0..2 {
            for key in 0..1000 {
                assert_eq!(numbering.number(key << 40), key as usize, "round {round}");
            }
        }
    }
}
