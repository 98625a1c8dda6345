// Plays a reader's session with the extension, the real program, and a stand-in for the editor: find, look, bookmark,
// rate, log, box office, restart, and a definition with the language server.
//   MARQUEE_PROGRAM=/path/to/marquee node session.js FOLDER, where FOLDER is the extension, as it was unpacked from its .vsix

const childProcess = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { host } = require("./stand-in");

// The programs that the extension starts, in order.
const spawned = [];
const { spawn } = childProcess;
childProcess.spawn = (...all) => {
  spawned.push(spawn(...all));
  return spawned.at(-1);
};

const folder = path.resolve(process.argv[2] ?? path.join(__dirname, ".."));
const extension = require(path.join(folder, "extension.js"));
const contributes = require(path.join(folder, "package.json")).contributes;
const patience = 180_000; // the machine may be busy; no step takes long by itself

/** What a reader sees, for the message of a failure. */
const seen = () => ({ title: host.picker?.title, items: host.picker?.items.map(({ label }) => label), trees: host.trees, ...host });

function expect(step, condition) {
  console.log(`${condition ? "ok" : "failed"}: ${step}`);
  if (condition) return;
  console.dir(seen(), { depth: 3 });
  process.exit(1);
}

async function wait(step, condition) {
  const end = Date.now() + patience;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(step, condition());
}

const run = (command, ...all) => host.commands[`marquee.${command}`](...all);
const lines = (view) => host.trees[`marquee.${view}`].lines.join("\n");

async function find() {
  run("search");
  await wait("the list begins with the box office", () => host.picker.title.startsWith("10 films of"));
  host.picker.type("Parasite");
  await wait("the film is found while its title is typed", () => host.picker.title === "1 film");
  host.picker.accept(host.picker.items[0]);
  await wait("the film is shown", () => host.shown?.includes('directors: ["봉준호"]'));
}

async function keep() {
  host.picker.press(host.picker.items[0], "Bookmark");
  await wait("the film is bookmarked", () => host.picker.items[0].label.startsWith("★ 기생충"));
  await host.trees["marquee.bookmarks"].refresh();
  await wait("the view of bookmarks has it", () => lines("bookmarks").includes("★ 기생충 (2019) Parasite"));
  await host.trees["marquee.diary"].refresh();
  expect("the diary is empty", lines("diary") === "");
  host.answers.push("4.5");
  await run("rate", host.trees["marquee.bookmarks"].movies[0]);
  await wait("the diary has the rated film", () => lines("diary").includes("4.5/5"));
  host.answers.push("2023-04-02");
  await run("log", host.trees["marquee.bookmarks"].movies[0]);
  await wait("the day is on the card", () => lines("diary").includes("4.5/5, 2023-04-02"));
  host.answers.push("The stairs!\\nAgain.");
  await run("comment", host.trees["marquee.bookmarks"].movies[0]);
  host.answers.push(undefined);
  await run("comment", host.trees["marquee.bookmarks"].movies[0]);
  expect("a comment is stored", host.asked === "The stairs!\\nAgain.");
  expect("the search shows it, too", host.picker.items[0].description.includes("4.5/5, 2023-04-02"));
}

/** Completes the end of a line of notes, and returns the line. */
async function completed(text) {
  const file = path.resolve("notes.md");
  fs.writeFileSync(file, text);
  const [item] = (await host.providers.titles.provideCompletionItems(host.open(file), { line: 0, character: text.length })) ?? [];
  return item ? text.slice(0, item.range.start.character) + item.insertText : text;
}

async function notes() {
  for (const [typed, line] of [["Again: para", "Again: Parasite"], ["- [[기생", "- [[기생충"], ["no such film", "no such film"]]) {
    expect(`a title is completed in notes: ${line}`, (await completed(typed)) === line);
  }
}

async function boxOffice() {
  await host.trees["marquee.boxOffice"].refresh();
  await wait("the view of the box office has figures", () => lines("boxOffice").includes("존 윅 4 (2023) 113,983 · 1,232,034"));
  const shownDays = () => host.trees["marquee.boxOffice"].view.description;
  host.answers.push("day", "2022-12-14");
  await run("boxOfficeDay");
  await wait("another day is shown", () => shownDays() === "2022-12-14");
  host.answers.push("weekend", "2012-01-01");
  await run("boxOfficeDay");
  await wait("a weekend is shown", () => shownDays() === "2011-12-30 to 2012-01-01");
}

async function restart() {
  const before = lines("bookmarks");
  process.kill(spawned[0].pid, "SIGKILL");
  await wait("the program is started again", () => host.messages.some((text) => text.includes("was started again")));
  await run("refresh");
  await wait("the bookmark is still there", () => spawned.length === 2 && lines("bookmarks") === before);
  expect("the search still shows the film", host.picker.items[0].label.startsWith("★ 기생충"));
}

const definition = `version: 1
providers:
  - id: shelf
    base_url: https://films.example
    operations:
      search:
        get: /search
        query: { q: "\${input.query}" }
        rows: films
        item: { ids: { shelf: id }, titel: name }
`;

async function definitions() {
  const file = path.resolve("providers.yaml");
  fs.writeFileSync(file, definition);
  const document = host.open(file);
  const problems = () => host.problems.get(String(document.uri)) ?? [];
  await wait("a wrong key is marked", () => problems().length === 1 && problems()[0].range.start.line === 9);
  const hover = await host.providers.hover.provideHover(document, { line: 6, character: 9 });
  expect("a key is explained", hover.contents.value.startsWith("**get**"));
  const [action] = await host.providers.actions.provideCodeActions(document, problems()[0].range);
  expect("a correction is offered", action.title === "Replace with 'title'" && action.edit.edits[0].text.includes("title"));
  host.edit(document, definition.replace("titel", "title"));
  await wait("the problem is gone", () => problems().length === 0);
  host.edit(document, `${definition.replace("titel", "title")}        p`);
  const items = await host.providers.completion.provideCompletionItems(document, { line: 10, character: 9 });
  expect("keys are completed", items.some(({ label }) => label === "paging"));
}

/** A program that ends before it has answered is not started again and again, nor is one that keeps ending. */
async function unusable() {
  const message = JSON.stringify({ jsonrpc: "2.0", id: 0, result: {} });
  const crashing = `printf 'Content-Length: ${message.length}\\r\\n\\r\\n%s' '${message}'; sleep 0.1; exit 3`;
  host.command = ["sh", "-c", crashing];
  await run("restart");
  run("search");
  await wait("a program that keeps ending is given up", () => host.picker.title.includes("ended with 3"));
  expect("and the reader is told", host.messages.some((text) => text.includes("four times in ten minutes")));
  host.command = ["sh", "-c", "exit 78"];
  await run("restart");
  await wait("a program that cannot start says why", () => host.messages.some((text) => text.includes("`marquee check`")));
  host.command = ["no-such-program"];
  run("search");
  await wait("a program that is missing is named", () => host.messages.some((text) => text.includes("no-such-program")));
  await run("refresh");
  await wait("the views say so", () => lines("bookmarks").includes("cannot be started"));
  expect("and keep their films", lines("bookmarks").includes("★ 기생충"));
}

async function session() {
  host.command = [process.env.MARQUEE_PROGRAM, "--framing", "header", "--demo", "--data-dir", path.resolve("data")];
  extension.activate({ subscriptions: [] });
  const missing = contributes.commands.filter(({ command }) => !host.commands[command]).map(({ command }) => command);
  expect(`every command of package.json is there ${missing}`, missing.length === 0);
  expect("every view of package.json is there", contributes.views.marquee.every(({ id }) => host.trees[id]));
  await find();
  await keep();
  await notes();
  await boxOffice();
  await restart();
  await definitions();
  await unusable();
  await extension.deactivate();
  await wait("every program has ended with the extension", () => spawned.every(({ exitCode, signalCode }) => exitCode !== null || signalCode));
}

session().then(() => process.exit(0), (error) => {
  console.log(`failed: ${error.stack}`);
  process.exit(1);
});
