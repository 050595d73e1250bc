//! File of seen n-grams: a header, the hashes and a checksum.

use super::hash_set::Set;
use super::tokens::Tokens;
use crate::hash::mix_strong;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"WWSEEN\x00\x01";
/// Magic, n, kind of tokens, number of hashes.
const HEAD: usize = 8 + 4 + 4 + 8;

/// The kind of n-grams; hashes of different kinds are not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub n: u32,
    pub tokens: Tokens,
}

impl Kind {
    fn head(self, count: u64) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(MAGIC);
        head[8..12].copy_from_slice(&self.n.to_le_bytes());
        head[12..16].copy_from_slice(&(self.tokens as u32).to_le_bytes());
        head[16..].copy_from_slice(&count.to_le_bytes());
        head
    }
}

pub fn save(path: &Path, kind: Kind, set: &Set) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let count = set.len() as u64;
    file.write_all(&kind.head(count))?;
    let mut sum = first_sum(kind, count);
    for hash in set.hashes() {
        sum = mix_strong(sum ^ hash);
        file.write_all(&hash.to_le_bytes())?;
    }
    file.write_all(&sum.to_le_bytes())?;
    file.flush()?;
    file.get_ref().sync_all()
}

/// Adds the hashes of a file to the set. A damaged file leaves the set unchanged.
pub fn load(path: &Path, kind: Kind, set: &mut Set) -> io::Result<()> {
    let (mut file, count) = open(path, kind)?;
    let mut sum = first_sum(kind, count);
    for _ in 0..count {
        sum = mix_strong(sum ^ next(&mut file)?);
    }
    if next(&mut file)? != sum {
        return Err(invalid("it is damaged: its checksum does not match".to_owned()));
    }
    // Reads the file twice, so that the hashes are not in memory twice.
    file.seek(SeekFrom::Start(HEAD as u64))?;
    for _ in 0..count {
        set.insert(next(&mut file)?.max(1));
    }
    Ok(())
}

/// Opens a file, reads its header and returns the number of hashes.
fn open(path: &Path, kind: Kind) -> io::Result<(BufReader<File>, u64)> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = BufReader::new(file);
    let mut head = [0; HEAD];
    if length >= HEAD as u64 {
        file.read_exact(&mut head)?;
    }
    if head[..8] != *MAGIC {
        return Err(invalid("it is not a file of saved n-grams".to_owned()));
    }
    let count = number(&head[16..]);
    if Some(length) != count.checked_add(1).and_then(|n| n.checked_mul(8)?.checked_add(HEAD as u64))
    {
        return Err(invalid(format!("it is damaged: {count} n-grams do not take {length} bytes")));
    }
    let found = number(&head[8..12]);
    if found != u64::from(kind.n) {
        return Err(invalid(format!("it contains {found}-grams, not {}-grams", kind.n)));
    }
    if number(&head[12..16]) != kind.tokens as u64 {
        let name = kind.tokens.name();
        return Err(invalid(format!("its n-grams have other tokens than {name:?}")));
    }
    Ok((file, count))
}

fn next(file: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

fn first_sum(kind: Kind, count: u64) -> u64 {
    mix_strong(mix_strong(count ^ u64::from(kind.n) << 32) ^ kind.tokens as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const KIND: Kind = Kind { n: 7, tokens: Tokens::Words };

    fn saved(name: &str) -> (PathBuf, Set) {
        let path = std::env::temp_dir().join(format!("webwinnow-{}-{name}", std::process::id()));
        let mut set = Set::default();
        (1..1000).for_each(|i| {
            set.insert(mix_strong(i));
        });
        save(&path, KIND, &set).unwrap();
        (path, set)
    }

    #[test]
    fn loaded_hashes_are_added() {
        let (path, set) = saved("joins");
        let mut other = Set::default();
        other.insert(1);
        load(&path, KIND, &mut other).unwrap();
        assert_eq!(other.len(), set.len() + 1);
        assert!(set.hashes().all(|hash| other.has(hash)));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn any_damage_is_detected_and_nothing_is_loaded() {
        let (path, _) = saved("damage");
        let bytes = std::fs::read(&path).unwrap();
        let mut damaged: Vec<Vec<u8>> =
            [0, 7, 23, bytes.len() - 1].map(|n| bytes[..n].to_vec()).into();
        for at in [0, 8, 12, 16, 23, 24, 4000, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            damaged.push(changed);
        }
        for bytes in damaged {
            std::fs::write(&path, bytes).unwrap();
            let mut set = Set::default();
            let error = load(&path, KIND, &mut set).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            assert!(set.is_empty());
        }
        std::fs::remove_file(path).unwrap();
    }
}
