// Node's side of the JSON comparison: node node-json.mjs [--json] file...
// Prints MB/s (10^6 bytes of the file's UTF-8 a second), the best of seven rounds of about 150 ms each.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const rounds = 7;
const roundNanoseconds = 150e6;

/** Megabytes a second of the best round. */
function measure(bytes, body) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    let iterations = 0;
    const start = process.hrtime.bigint();
    let elapsed = 0;
    do {
      for (let i = 0; i < 8; i += 1) sink += body() === undefined ? 1 : 0;
      iterations += 8;
      elapsed = Number(process.hrtime.bigint() - start);
    } while (elapsed < roundNanoseconds);
    best = Math.min(best, elapsed / iterations);
  }
  return (bytes / best) * 1e3;
}

let sink = 0;
const options = process.argv.slice(2);
const asJSON = options[0] === "--json";
const rows = [];
for (const path of asJSON ? options.slice(1) : options) {
  const buffer = readFileSync(path);
  const text = buffer.toString("utf8");
  const tree = JSON.parse(text);
  const compact = JSON.stringify(tree);
  const file = basename(path);
  const add = (name, size, body) => rows.push({ name, file, megabytesPerSecond: measure(size, body) });
  add("parse a string", buffer.length, () => JSON.parse(text));
  add("parse a Buffer, with toString", buffer.length, () => JSON.parse(buffer.toString("utf8")));
  add("stringify", Buffer.byteLength(compact), () => JSON.stringify(tree));
  add("stringify to a Buffer", Buffer.byteLength(compact), () => Buffer.from(JSON.stringify(tree)));
}
if (asJSON) {
  console.log(JSON.stringify(rows));
} else {
  for (const row of rows) console.log(`${row.name}\t${row.file}\t${row.megabytesPerSecond.toFixed(0)} MB/s`);
}
