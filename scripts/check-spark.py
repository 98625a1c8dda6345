#!/usr/bin/env python3
"""Runs the Spark job of docs/scaling in local mode, and compares its pairs with those that one machine prints.

    check-spark.py --needs FOLDER              looks for Java, and for Spark in FOLDER; installs it there if CI or
                                               MARQUEE_SPARK is set, because it is a download of 500 MB
    check-spark.py FOLDER PROGRAM LIST...      matches the lists in both ways

Where Spark cannot be installed, or where there is no Java, --needs says so and exits with 1.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from python_package import install

PACKAGE = "pyspark==4.3.0"
JOB = pathlib.Path(__file__).parent.parent / "docs" / "scaling" / "match_films.py"


def prepare(folder):
    if not shutil.which("java"):
        sys.exit("there is no java, which Spark needs")
    is_wanted = os.environ.get("CI") or os.environ.get("MARQUEE_SPARK")
    if not (folder / "installed").exists() and not is_wanted:
        sys.exit("Spark is not installed; set MARQUEE_SPARK=1 to have the tests download it (500 MB)")
    install(folder, PACKAGE, timeout=600)


def check(folder, program, lists):
    with tempfile.TemporaryDirectory() as work:
        # The job calls marquee by its name.
        os.symlink(program, f"{work}/marquee")
        python = f"{folder}/bin/python3"
        environment = {
            **os.environ,
            "PATH": f"{work}:{os.environ['PATH']}",
            "PYSPARK_PYTHON": python,
            "PYSPARK_DRIVER_PYTHON": python,
            "SPARK_LOCAL_IP": "127.0.0.1",
        }
        submit = [f"{folder}/bin/spark-submit", "--master", "local[2]", JOB, f"{work}/pairs.ndjson", *lists]
        done = subprocess.run(submit, capture_output=True, text=True, env=environment, cwd=work)
        if done.returncode != 0:
            sys.exit(f"the job ended with {done.returncode}: {done.stderr[-4000:]}")
        pairs = pathlib.Path(f"{work}/pairs.ndjson").read_bytes()
        alone = subprocess.run([program, "match", *lists], capture_output=True, check=True).stdout
        if not alone or pairs != alone:
            sys.exit(f"the job found {pairs.count(10)} pairs, one machine {alone.count(10)}, and they are not the same")


if __name__ == "__main__":
    if sys.argv[1] == "--needs":
        prepare(pathlib.Path(sys.argv[2]))
    else:
        check(sys.argv[1], sys.argv[2], sys.argv[3:])
