from pathlib import Path

import numpy as np
import pytest

from tests.gold.datasets.files import write
from tests.support.archives import read_archive
from webwinnow.errors import InputError
from webwinnow.gold.datasets import read_fann

GOOD = "2 3 1\n0.5 0 1e-3\n1\n0 -1 2\n0\n"


def test_rows_are_split_into_inputs_and_outputs(tmp_path: Path) -> None:
    write(tmp_path, {"a.dat": GOOD})
    data = read_fann(tmp_path / "a.dat")
    assert data.inputs.tolist() == [[0.5, 0, np.float32(1e-3)], [0, -1, 2]]
    assert data.outputs.tolist() == [[1], [0]]
    assert data.inputs.dtype == data.outputs.dtype == np.float32


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1: not a FANN header"),
        ("2 3\n", "line 1: not a FANN header"),
        ("2 3 x\n", "line 1: not a FANN header"),
        ("0 3 1\n", "line 1: not a FANN header"),
        ("2 3 1\n", "line 2: the file ends in row 1 of the 2 rows"),
        (GOOD.replace("0 -1 2\n0\n", "0 -1"), "line 4: the file ends in row 2"),
        (GOOD + "7\n", "line 6: more numbers"),
        (GOOD.replace("-1", "one"), "line 4: 'one' is not a finite number"),
        (GOOD.replace("-1", "nan"), "line 4: 'nan' is not a finite number"),
        (GOOD.replace("-1", "1,5"), "line 4: '1,5' is not a finite number"),
    ],
)
def test_the_error_names_a_broken_file_and_line(tmp_path: Path, text: str, where: str) -> None:
    write(tmp_path, {"a.dat": text})
    with pytest.raises(InputError, match=r"a\.dat") as raised:
        read_fann(tmp_path / "a.dat")
    assert where in str(raised.value)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file"):
        read_fann(tmp_path / "a.dat")


def test_the_papers_data_is_read(tmp_path: Path) -> None:
    write(tmp_path, {Path(name).name: data for name, data in read_archive("texrex.tar.xz")})
    assert read_fann(tmp_path / "boilerplate.de.dat").inputs.shape == (9917, 37)
