"""Well-known tools on the films that marquee matches: python3 matching-peer.py rapidfuzz|splink A.ndjson B.ndjson

Prints a pair of ids a line, parted by a tab. Each tool is used as its own documentation shows it, with what a film's line
holds: title, year, directors, running time.
"""

import json
import logging
import re
import sys
from collections import defaultdict


def films(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def titles(film):
    """All titles of a film, in small letters and without punctuation."""
    names = {film.get("title"), film.get("originalTitle")}
    names |= {text.get("text") for text in film.get("titles", []) if isinstance(text, dict)}
    return sorted(filter(None, (letters(name) for name in names)))


def letters(name):
    return re.sub(r"[\W_]+", " ", (name or "").lower()).strip()


def by_rapidfuzz(ours, theirs, threshold=90):
    """For each of theirs the likeliest title of ours among the films of the same year or of one beside it."""
    from rapidfuzz import fuzz, process

    by_year = defaultdict(list)
    for film in ours:
        for title in titles(film):
            by_year[film.get("year")].append((title, film["id"]))
    for film in theirs:
        year = film.get("year")
        years = [None] if year is None else [year - 1, year, year + 1]
        choices = [choice for near in years for choice in by_year[near]]
        names = [title for title, _ in choices]
        found = [
            process.extractOne(title, names, scorer=fuzz.token_sort_ratio, score_cutoff=threshold)
            for title in titles(film)
        ]
        best = max((hit for hit in found if hit), key=lambda hit: hit[1], default=None)
        if best:
            yield choices[best[2]][1], film["id"]


def by_splink(ours, theirs, threshold=0.9):
    """The model that Splink's page on linking two tables shows, with films' columns."""
    import duckdb
    import splink.comparison_library as compare
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on

    logging.disable(logging.WARNING)

    connection = duckdb.connect()

    def table(name, side):
        columns = "unique_id TEXT, title TEXT, year INT, runtime INT, directors TEXT[]"
        connection.execute(f"CREATE TABLE {name} ({columns})")
        rows = [
            (
                film["id"],
                letters(film.get("title")) or None,
                film.get("year"),
                film.get("runtimeMinutes"),
                [person["name"].lower() for person in film.get("directors") or [] if person.get("name")] or None,
            )
            for film in side
        ]
        connection.executemany(f"INSERT INTO {name} VALUES (?, ?, ?, ?, ?)", rows)
        return rows

    tables = [table("ours", ours), table("theirs", theirs)]

    def has(column):
        return all(any(row[column] is not None for row in rows) for rows in tables)

    comparisons = [compare.JaroWinklerAtThresholds("title", [0.95, 0.88])]
    years = [f"abs(year_l - year_r) <= {apart}" for apart in (0, 1)]
    comparisons.append(levels(compare, "year", years))
    rules = [block_on("title"), block_on("substr(title, 1, 5)", "year")]
    if has(4):
        comparisons.append(compare.ArrayIntersectAtSizes("directors", [1]))
        rules.append(block_on("directors[1]", "year"))
    if has(3):
        comparisons.append(levels(compare, "runtime", [f"abs(runtime_l - runtime_r) <= {apart}" for apart in (1, 5)]))
    settings = SettingsCreator(
        link_type="link_only", comparisons=comparisons, blocking_rules_to_generate_predictions=rules
    )
    backend = DuckDBAPI(connection=connection)
    linker = Linker([backend.register(name) for name in ("ours", "theirs")], settings)
    linker.training.estimate_probability_two_random_records_match([block_on("title", "year")], recall=0.9)
    linker.training.estimate_u_using_random_sampling(max_pairs=2e6, seed=1)
    for rule in (block_on("title"), block_on("year")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    pairs = linker.inference.predict(threshold_match_probability=threshold).as_record_list()
    mine = {film["id"] for film in ours}
    taken = set()
    for pair in sorted(pairs, key=lambda pair: (-pair["match_probability"], pair["unique_id_l"], pair["unique_id_r"])):
        left, right = pair["unique_id_l"], pair["unique_id_r"]
        one, other = (left, right) if left in mine else (right, left)
        if other not in taken:
            taken.add(other)
            yield one, other


def levels(compare, column, conditions):
    """A comparison by conditions of SQL, the strictest first."""
    import splink.comparison_level_library as level

    steps = [level.NullLevel(column)]
    steps += [level.CustomLevel(condition, label_for_charts=condition) for condition in conditions]
    return compare.CustomComparison(
        comparison_levels=steps + [level.ElseLevel()], output_column_name=column, comparison_description=column
    )


tool, ours, theirs = sys.argv[1], films(sys.argv[2]), films(sys.argv[3])
for one, other in {"rapidfuzz": by_rapidfuzz, "splink": by_splink}[tool](ours, theirs):
    print(f"{one}\t{other}")
