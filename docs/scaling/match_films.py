#!/usr/bin/env python3
"""Matches lists of films on a Spark cluster: the same pairs as `marquee match LIST...` prints on one machine.

    spark-submit match_films.py PAIRS LIST...

The lists and marquee must have the same paths on every machine. PAIRS is written on the driver's machine.
"""

import pathlib
import subprocess
import sys
import tempfile

from pyspark import SparkConf, SparkContext, SparkFiles

MARQUEE = "marquee"


def piped(step, partition):
    """The lines that a step of marquee makes of a partition's lines."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
        lines.writelines(line + "\n" for line in partition)
        lines.seek(0)
        command = [MARQUEE, "match", "--surveyed", SparkFiles.get("survey.tsv"), *step]
        with subprocess.Popen(command, stdin=lines, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
            yield from (line.rstrip("\n") for line in process.stdout)
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")


def keyed(spark, path):
    """Each film of a list under its keys."""
    step = ["--keys", "--threads", "1", "--list", pathlib.Path(path).stem, "-"]
    return spark.textFile(path).mapPartitions(lambda films: piped(step, films))


def main(output, *paths):
    spark = SparkContext(conf=SparkConf().setAppName("match films"))
    with tempfile.TemporaryDirectory() as folder:
        survey, scored = f"{folder}/survey.tsv", f"{folder}/scored.ndjson"
        with open(survey, "wb") as file:
            subprocess.run([MARQUEE, "match", "--survey", *paths], stdout=file, check=True)
        spark.addFile(survey)
        # The lines of a key come together, in one partition.
        films = spark.union([keyed(spark, path) for path in paths]).map(lambda line: tuple(line.split("\t", 1)))
        blocks = films.repartitionAndSortWithinPartitions().map("\t".join)
        pairs = blocks.mapPartitions(lambda lines: piped(["--block"], lines)).distinct()
        with open(scored, "w", encoding="utf-8") as file:
            file.writelines(pair + "\n" for pair in pairs.toLocalIterator())
        with open(output, "wb") as file:
            subprocess.run([MARQUEE, "match", "--pairs", scored, *paths], stdout=file, check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
