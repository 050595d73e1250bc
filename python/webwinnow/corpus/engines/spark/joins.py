"""What shards have in common, found by grouping their rows on hashes.

One exchange brings all rows of a hash together, sorted, and a look at the first of them tells the
others. A join with the least order of each hash finds the same rows, but takes two exchanges and
reads the shards twice. In return the rows of one hash are all one worker's. They are not held in
memory, and take sixteen bytes each: an n-gram of a hundred million documents is a task of 1.6 GB.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["by_shard", "first_pages", "later_rows", "strongest"]


def later_rows(rows: "DataFrame", *group: str) -> "DataFrame":
    """Those whose group has a row of an earlier document."""
    from pyspark.sql import Window, functions

    first = functions.min("order").over(Window.partitionBy(*group))
    return rows.withColumn("first", first).where("order > first").drop("first")


def by_shard(rows: "DataFrame") -> "DataFrame":
    """With the number of the shard that each row's document is in, which nobody shares."""
    from pyspark.sql import functions

    return rows.withColumn("shard", functions.shiftright("order", 32)).repartition("shard")


def strongest(rows: "DataFrame") -> "DataFrame":
    """Each document once, with the least of its kinds, which is the strongest."""
    from pyspark.sql import functions

    return rows.groupBy("shard", "order").agg(functions.min("kind").alias("kind"))


def first_pages(pages: "DataFrame", count: int) -> "DataFrame":
    """The pages of each host that rank first."""
    from pyspark.sql import Window, functions

    place = functions.row_number().over(Window.partitionBy("host").orderBy("rank", "order"))
    return pages.withColumn("place", place).where(functions.col("place") <= count).drop("place")
