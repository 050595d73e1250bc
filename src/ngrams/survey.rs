//! The first pass of a two-pass deduplication: finds the n-grams that occur at least twice.
//!
//! Hashes are partitioned by their highest bits. Each part has a buffer, which is sorted and
//! written to a file when it is full. At the end the parts are merged one by one, in pieces if one
//! exceeds the memory limit, and hashes that occur at least twice are kept. The file is read once.

use super::hash_set::{SHARDS, shard_of};
use super::seen::Repeated;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub const LEAST_MEMORY: usize = 1 << 20;

/// Number and checksum of n-grams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checksum {
    pub ngrams: u64,
    sum: u64,
}

impl Checksum {
    pub fn add(&mut self, hashes: &[u64]) {
        self.ngrams += hashes.len() as u64;
        self.sum = hashes.iter().fold(self.sum, |sum, hash| sum.wrapping_add(*hash));
    }
}

#[derive(Debug)]
pub struct Survey {
    pub checksum: Checksum,
    parts: Vec<Part>,
    /// Capacity of a part's buffer, in hashes.
    buffer: usize,
    /// Maximum hashes that are sorted at once.
    at_once: usize,
    folder: PathBuf,
    spill: Option<Spill>,
}

#[derive(Debug, Default)]
struct Part {
    held: Vec<u64>,
    written: Vec<Run>,
}

/// A sorted sequence of hashes in the file.
#[derive(Debug)]
struct Run {
    /// Position of the first unread hash.
    next: u64,
    left: usize,
}

impl Survey {
    /// A survey with about `memory` bytes, which spills to an unlinked file in `folder`.
    pub fn new(memory: usize, folder: &Path) -> Self {
        let hashes = memory.max(LEAST_MEMORY) / 8 / 2;
        let parts = (0..SHARDS).map(|_| Part::default()).collect();
        let (buffer, folder) = (hashes / SHARDS, folder.to_path_buf());
        Survey {
            checksum: Checksum::default(),
            parts,
            buffer,
            at_once: hashes,
            folder,
            spill: None,
        }
    }

    pub fn add(&mut self, hashes: &[u64]) -> io::Result<()> {
        self.checksum.add(hashes);
        for hash in hashes {
            let part = shard_of(*hash);
            let held = &mut self.parts[part].held;
            held.push(*hash);
            if held.len() >= self.buffer {
                self.make_room(part)?;
            }
        }
        Ok(())
    }

    fn make_room(&mut self, part: usize) -> io::Result<()> {
        let part = &mut self.parts[part];
        keep_two_of_each(&mut part.held);
        // Very frequent n-grams take no more space than repeated ones.
        if part.held.len() <= self.buffer / 2 {
            return Ok(());
        }
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new(&self.folder)?),
        };
        part.written.push(spill.write(&part.held)?);
        part.held.clear();
        Ok(())
    }

    pub fn finish(mut self) -> io::Result<Repeated> {
        let mut repeated = Repeated::default();
        for (number, part) in std::mem::take(&mut self.parts).into_iter().enumerate() {
            repeated.push(&self.repeated_hashes(number as u64, part)?);
        }
        Ok(repeated)
    }

    /// The hashes that occur at least twice in a part.
    fn repeated_hashes(&mut self, number: u64, mut part: Part) -> io::Result<Vec<u64>> {
        let total = part.held.len() + part.written.iter().map(|run| run.left).sum::<usize>();
        let pieces = total.div_ceil(self.at_once).max(1) as u64;
        let width = u64::MAX / SHARDS as u64;
        let first = number << (64 - SHARDS.trailing_zeros());
        let mut repeated = Vec::new();
        for piece in 1..=pieces {
            // The last piece takes the rest after rounding.
            let last = if piece == pieces { u64::MAX } else { first + width / pieces * piece };
            let mut hashes = self.hashes_up_to(last, &mut part, pieces as usize)?;
            keep_two_of_each(&mut hashes);
            repeated.extend(hashes.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]));
        }
        Ok(repeated)
    }

    /// Takes the hashes up to `last` from a part, which is read in `pieces`.
    fn hashes_up_to(&mut self, last: u64, part: &mut Part, pieces: usize) -> io::Result<Vec<u64>> {
        let mut hashes: Vec<u64> = part.held.extract_if(.., |hash| *hash <= last).collect();
        let Some(spill) = &mut self.spill else { return Ok(hashes) };
        // Slightly more than a run's share, so that a second read is rarely needed.
        let step = self.buffer / pieces + self.buffer / 64 + 16;
        for run in &mut part.written {
            spill.read_up_to(last, run, step, &mut hashes)?;
        }
        Ok(hashes)
    }
}

/// Sorts hashes and keeps at most two of each.
fn keep_two_of_each(hashes: &mut Vec<u64>) {
    hashes.sort(); // fast for parts that are already sorted
    let (mut last, mut times) = (0, 0);
    hashes.retain(|hash| {
        times = if *hash == last { times + 1 } else { 1 };
        last = *hash;
        times <= 2
    });
}

/// Sorted runs of hashes in an unlinked temporary file.
#[derive(Debug)]
struct Spill {
    file: File,
    count: u64,
    bytes: Vec<u8>,
}

impl Spill {
    fn new(folder: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".webwinnow-{}-{number}.ngrams", std::process::id()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        // An unlinked file disappears when it is closed, even if the process is killed.
        fs::remove_file(&path)?;
        Ok(Spill { file, count: 0, bytes: Vec::new() })
    }

    fn write(&mut self, hashes: &[u64]) -> io::Result<Run> {
        self.bytes.clear();
        self.bytes.extend(hashes.iter().flat_map(|hash| hash.to_le_bytes()));
        self.file.write_all(&self.bytes)?;
        let run = Run { next: self.count, left: hashes.len() };
        self.count += hashes.len() as u64;
        Ok(run)
    }

    /// Reads a run, `step` hashes at a time, until one is above `last`.
    fn read_up_to(
        &mut self,
        last: u64,
        run: &mut Run,
        step: usize,
        hashes: &mut Vec<u64>,
    ) -> io::Result<()> {
        while run.left > 0 {
            let count = run.left.min(step);
            self.bytes.resize(count * 8, 0);
            self.file.seek(SeekFrom::Start(run.next * 8))?;
            self.file.read_exact(&mut self.bytes)?;
            let read = self.bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
            let before = hashes.len();
            hashes.extend(read.take_while(|hash| *hash <= last));
            let taken = hashes.len() - before;
            run.next += taken as u64;
            run.left -= taken;
            if taken < count {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::seen::{Known, Lookup, Seen};
    use super::*;
    use crate::hash::mix_strong;

    fn tiny(buffer: usize, at_once: usize) -> Survey {
        Survey { buffer, at_once, ..Survey::new(0, &std::env::temp_dir()) }
    }

    /// Of the numbers below 30,000, every third occurs twice, and those below 5 occur often.
    fn survey(mut survey: Survey) -> Repeated {
        for i in 0..30_000 {
            let hash = mix_strong(i + 1);
            survey.add(&[hash]).unwrap();
            survey.add(&vec![hash; usize::from(i % 3 == 0)]).unwrap();
            survey.add(&vec![hash; if i < 5 { 1000 } else { 0 }]).unwrap();
        }
        assert_eq!(survey.checksum.ngrams, 45_000);
        survey.finish().unwrap()
    }

    #[test]
    fn repeated_hashes_are_found_with_any_memory() {
        let plenty = Survey::new(64 << 20, Path::new("no such folder, and none needed"));
        for made in [plenty, tiny(2, 1 << 20), tiny(7, 30), tiny(16, 1)] {
            let repeated = survey(made);
            assert_eq!(repeated.len(), 10_003);
            let seen = Seen::Repeated(repeated);
            for i in 0..30_000 {
                let is_repeated = i % 3 == 0 || i < 5;
                assert_eq!(seen.lookup(mix_strong(i + 1)) == Lookup::New, is_repeated, "{i}");
            }
        }
    }

    #[test]
    fn frequent_hashes_need_no_file() {
        let mut survey = Survey { folder: "no such folder".into(), ..tiny(8, 8) };
        survey.add(&[5; 100_000]).unwrap();
        assert_eq!(survey.finish().unwrap().len(), 1);
    }

    #[test]
    fn the_temporary_file_is_removed() {
        let folder = std::env::temp_dir().join(format!("webwinnow-survey-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut survey = Survey { folder: folder.clone(), ..tiny(2, 8) };
        survey.add(&[1, 2, 3]).unwrap();
        assert!(survey.spill.is_some());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir(&folder).unwrap();
    }

    #[test]
    fn a_missing_folder_is_an_error_when_it_is_needed() {
        let mut survey = Survey { folder: "no such folder".into(), ..tiny(2, 8) };
        survey.add(&[1]).unwrap();
        assert!(survey.add(&[2]).is_err());
    }
}
