//! Compact sets of hashes, which also grow with little extra memory.

/// Maximum load of a table, in fifths.
const FULL: usize = 4;
/// Growth by half instead of doubling wastes less memory: at worst 15 bytes for a hash.
const GROWTH: (usize, usize) = (3, 2);
const FEWEST_SLOTS: usize = 16;
/// Number of bits of a hash that select its shard.
const SHARD_BITS: u32 = 8;
pub const SHARDS: usize = 1 << SHARD_BITS;

#[inline]
pub fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// An open-addressing hash table. No hash is 0.
#[derive(Debug)]
pub struct Table {
    slots: Vec<u64>,
    used: usize,
}

impl Default for Table {
    fn default() -> Self {
        Table { slots: vec![0; FEWEST_SLOTS], used: 0 }
    }
}

impl Table {
    /// A table of distinct hashes, only as large as lookups need.
    pub fn of(hashes: &[u64]) -> Self {
        let mut table = Table { slots: vec![0; slots_for(hashes.len())], used: 0 };
        for hash in hashes {
            table.insert(*hash);
        }
        table
    }

    /// Clears the table and reserves space for `hashes`. It keeps its memory.
    pub fn clear_for(&mut self, hashes: usize) {
        self.slots.clear();
        self.slots.resize(slots_for(hashes), 0);
        self.used = 0;
    }

    pub fn len(&self) -> usize {
        self.used
    }

    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.slots.iter().copied().filter(|hash| *hash != 0)
    }

    /// The first slot of a probe, monotonic in the hash. The highest bits select the shard and are
    /// the same for all hashes here.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        let within = u128::from(hash << SHARD_BITS) * self.slots.len() as u128;
        (within >> 64) as usize
    }

    /// The content of the first slot of a probe. Reading it for many hashes before the lookups lets
    /// the processor prefetch their slots.
    #[inline]
    pub fn first(&self, hash: u64) -> u64 {
        self.slots[self.home(hash)]
    }

    /// The slot of the hash, or the empty slot where it belongs.
    #[inline]
    pub fn find(&self, hash: u64) -> Result<usize, usize> {
        let mut at = self.home(hash);
        loop {
            match self.slots[at] {
                0 => return Err(at),
                found if found == hash => return Ok(at),
                _ => at = if at + 1 == self.slots.len() { 0 } else { at + 1 },
            }
        }
    }

    /// Inserts a hash. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let Err(mut slot) = self.find(hash) else { return false };
        if (self.used + 1) * 5 > self.slots.len() * FULL {
            self.grow();
            slot = self.find(hash).unwrap_or_else(|empty| empty);
        }
        self.slots[slot] = hash;
        self.used += 1;
        true
    }

    #[cold]
    fn grow(&mut self) {
        let slots = self.slots.len() * GROWTH.0 / GROWTH.1;
        let old = std::mem::replace(&mut self.slots, vec![0; slots]);
        for hash in old.into_iter().filter(|hash| *hash != 0) {
            if let Err(slot) = self.find(hash) {
                self.slots[slot] = hash;
            }
        }
    }
}

fn slots_for(hashes: usize) -> usize {
    (hashes * 5 / FULL + 1).max(FEWEST_SLOTS)
}

/// A table in shards that grow one at a time, so that only one shard is in memory twice.
#[derive(Debug)]
pub struct Set {
    shards: Vec<Table>,
}

impl Default for Set {
    fn default() -> Self {
        Set { shards: (0..SHARDS).map(|_| Table::default()).collect() }
    }
}

impl Set {
    pub fn len(&self) -> usize {
        self.shards.iter().map(Table::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.shards.iter().all(Table::is_empty)
    }

    #[inline]
    pub fn has(&self, hash: u64) -> bool {
        self.shards[shard_of(hash)].find(hash).is_ok()
    }

    #[inline]
    pub fn first(&self, hash: u64) -> u64 {
        self.shards[shard_of(hash)].first(hash)
    }

    pub fn insert(&mut self, hash: u64) -> bool {
        self.shards[shard_of(hash)].insert(hash)
    }

    pub fn hashes(&self) -> impl Iterator<Item = u64> {
        self.shards.iter().flat_map(Table::hashes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix_strong;
    use std::collections::HashSet;

    #[test]
    fn a_set_contains_exactly_the_inserted_hashes() {
        let (mut set, mut plain) = (Set::default(), HashSet::new());
        for i in 0..100_000 {
            let hash = mix_strong(i % 60_000).max(1);
            assert_eq!(set.insert(hash), plain.insert(hash));
        }
        assert_eq!(set.len(), plain.len());
        assert_eq!(set.hashes().collect::<HashSet<_>>(), plain);
        assert!((60_000..70_000).all(|i| !set.has(mix_strong(i))));
    }

    #[test]
    fn colliding_hashes_are_all_stored() {
        let mut table = Table::default();
        let crowd: Vec<u64> = (0..100).map(|i| u64::MAX - i).collect();
        assert!(crowd.iter().all(|hash| table.insert(*hash)));
        assert!(crowd.iter().all(|hash| table.find(*hash).is_ok()));
    }

    #[test]
    fn at_worst_a_hash_takes_sixteen_bytes() {
        let mut table = Table::default();
        for i in 1..100_000 {
            table.insert(mix_strong(i));
            assert!(table.slots() * 8 <= 16 * table.len() || table.len() < 100);
        }
    }

    #[test]
    fn a_cleared_table_is_empty_and_still_grows() {
        let mut table = Table::of(&[1, 2, 3]);
        table.clear_for(1);
        assert!(table.is_empty() && table.find(2).is_err());
        assert!((1..1000).all(|i| table.insert(mix_strong(i))));
    }
}
