//! NumPy views of columns of frozen objects, without copying.

use numpy::ndarray::ArrayView1;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;

/// A read-only array over a column of `owner`, which it keeps alive.
///
/// Releases the GIL, since a column may be computed on first access.
#[allow(unsafe_code)]
pub fn column_view<'py, Owner, T>(
    owner: &Bound<'py, Owner>,
    column: for<'a> fn(&'a Owner) -> &'a [T],
) -> Bound<'py, PyArray1<T>>
where
    Owner: PyClass<Frozen = True> + Sync,
    T: Element,
{
    let fields = owner.get();
    let view = ArrayView1::from(owner.py().detach(|| column(fields)));
    // SAFETY: the column belongs to a frozen object, which never changes or moves it, and the array
    // holds a reference to that object for as long as it lives.
    let array = unsafe { PyArray1::borrow_from_array(&view, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    array
}
