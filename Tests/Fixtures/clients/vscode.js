// Uses plugins/vscode as VS Code does, with a stand-in for the editor's own module, and writes down what a reader would
// see.
//   node vscode.js; see neovim.lua for the environment.

const fs = require("node:fs");
const shownPath = process.env.MARQUEE_SHOWN;

const { host } = require(`${process.env.MARQUEE_PLUGINS}/vscode/test/stand-in.js`);
host.command = JSON.parse(process.env.MARQUEE_COMMAND);
const { commands } = host;
const spawned = [];
const { spawn } = require("node:child_process");
let received = "";
require("node:child_process").spawn = (...all) => {
  const child = spawn(...all);
  child.stdout.on("data", (bytes) => (received += bytes.toString("latin1")));
  spawned.push(child);
  return child;
};

const extension = require(`${process.env.MARQUEE_PLUGINS}/vscode/extension.js`);
const shown = [];
const write = (section, lines) => shown.push(`## ${section}`, ...lines);
const films = () => host.picker.items.map(({ label, description }) => (description ? `${label} · ${description}` : label));
const list = () => [host.picker.query, host.picker.title, ...films().filter((line) => line !== "+ more")];

async function finish() {
  fs.writeFileSync(shownPath, shown.join("\n") + "\n");
  await extension.deactivate();
}

async function wait(condition) {
  for (let tries = 0; tries < 1500; tries++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  write("gave up", list());
  await finish();
  process.exit(1);
}

const waitForTitle = (text) => wait(() => host.picker.title.includes(text));
const writeProcess = () => write("process", [String(spawned[0].pid)]);

const scenes = {
  async demo() {
    commands["marquee.search"]();
    await waitForTitle("10 films of");
    write("box office", list().slice(0, 4));
    host.picker.type("Parasite");
    await wait(() => host.picker.title === "1 film");
    write("search", list());
    host.picker.press(host.picker.items[0], "Bookmark");
    await wait(() => host.picker.items[0].label.startsWith("★"));
    write("bookmarked", list());
    host.picker.accept(host.picker.items[0]);
    await wait(() => host.shown);
    write("details", host.shown.trim().split("\n"));
    host.picker.press(host.picker.items[0], "Insert as Markdown");
    await wait(() => host.inserted);
    write("inserted", ["My films", ...host.inserted.trim().split("\n"), "", "The end"]);
    host.picker.type("Para");
    await wait(() => host.picker.items[0]?.query);
    write("completed", host.picker.items.map(({ label }) => label));
    host.picker.accept(host.picker.items[0]);
    await wait(() => host.picker.title === "1 film" && host.picker.items[0]?.movie);
    write("completed search", [host.picker.value, ...films()]);
    host.picker.hide();
    commands["marquee.bookmarks"]();
    await wait(() => host.picker.title === "1 film");
    write("bookmarks", list());
    writeProcess();
  },
  async typing() {
    commands["marquee.search"]();
    host.picker.type("slow");
    await waitForTitle("so far");
    write("first part", list());
    host.picker.type("quick");
    await waitForTitle("+ for more");
    write("newer search", list());
    fs.writeFileSync(`${shownPath}.newer`, "");
    await wait(() => fs.existsSync(`${shownPath}.older`));
    await wait(() => process.env.MARQUEE_OLDER === "" || received.includes(process.env.MARQUEE_OLDER));
    write("after the older answer", list());
    host.picker.activeItems = [host.picker.items[1]];
    const chosen = host.picker.items[1];
    host.picker.accept(host.picker.items.at(-1));
    host.picker.activeItems = [chosen];
    await wait(() => host.picker.title === "22 films");
    write("second page", list());
    write("cursor", [host.picker.activeItems[0].label]);
    writeProcess();
  },
  // The program is killed while a source has not answered.
  async killed() {
    commands["marquee.search"]();
    host.picker.type("slow");
    await waitForTitle("so far");
    spawned[0].kill("SIGKILL");
    fs.writeFileSync(`${shownPath}.killed`, "");
    await wait(() => host.picker.title === "2 films");
    write("after the restart", list());
  },
  async page() {
    commands["marquee.search"]();
    host.picker.type("quick");
    await waitForTitle("+ for more");
    host.picker.accept(host.picker.items.at(-1));
    await waitForTitle("too slow");
    write("failed page", list());
    host.picker.accept(host.picker.items.at(-1));
    await wait(() => host.picker.title === "3 films");
    write("asked again", list());
  },
  // Two of these run side by side.
  async idling() {
    commands["marquee.search"]();
    host.picker.type("quick");
    await waitForTitle("+ for more");
    host.picker.accept(host.picker.items.at(-1));
    await wait(() => host.picker.title === "22 films");
    host.picker.activeItems = [host.picker.items[7]];
    fs.writeFileSync(`${shownPath}.ready`, "");
    await wait(() => fs.existsSync(`${shownPath}.idled`));
    await wait(() => host.picker.items[2].label.startsWith("★"));
    write("list", list());
    write("cursor", [host.picker.activeItems[0].label]);
  },
  async poster() {
    commands["marquee.search"]();
    host.picker.type("quick");
    await waitForTitle("+ for more");
    host.picker.accept(host.picker.items[0]);
    await wait(() => host.shown);
    write("poster", host.shown.split("\n"));
  },
};

extension.activate({ subscriptions: [] });
scenes[process.env.MARQUEE_SCENE]().then(finish);
