// Uses docs/clients/vscode.js as VS Code does, with the real vscode-jsonrpc and a stand-in for the editor's own module,
// and writes down what a reader would see.
//   NODE_PATH=…/node_modules node vscode.js; see neovim.lua for the environment.

const fs = require("node:fs");
const Module = require("node:module");
const shownPath = process.env.MARQUEE_SHOWN;

class Event {
  handlers = [];
  on = (handler) => (this.handlers.push(handler), { dispose() {} });
  fire = (value) => this.handlers.forEach((handler) => handler(value));
}

let picker;
let inserted = "";
let document;
const commands = {};

function createQuickPick() {
  const [value, accept, button, hide] = [new Event(), new Event(), new Event(), new Event()];
  picker = {
    items: [], activeItems: [], title: "",
    onDidChangeValue: value.on, onDidAccept: accept.on, onDidTriggerItemButton: button.on, onDidHide: hide.on,
    show() {}, dispose() {},
    type: (text) => ((picker.query = text), value.fire(text)),
    accept: (item) => ((picker.activeItems = [item]), accept.fire()),
    press: (item, tooltip) => button.fire({ item, button: item.buttons.find((one) => one.tooltip === tooltip) }),
    hide: () => hide.fire(),
    query: "",
  };
  return picker;
}

const vscode = {
  ThemeIcon: class {},
  commands: { registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }) },
  workspace: {
    getConfiguration: () => ({ inspect: () => ({ globalValue: JSON.parse(process.env.MARQUEE_COMMAND) }) }),
    openTextDocument: async (content) => content,
  },
  window: {
    activeTextEditor: {
      selection: { active: 0 },
      edit: async (change) => change({ insert: (_, text) => (inserted = text) }),
    },
    createOutputChannel: () => ({ append() {}, dispose() {} }),
    createQuickPick,
    showErrorMessage: (text) => write("message", [text]),
    showTextDocument: async (shown) => (document = shown.content),
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const spawned = [];
const { spawn } = require("node:child_process");
let received = "";
require("node:child_process").spawn = (...all) => {
  const child = spawn(...all);
  child.stdout.on("data", (bytes) => (received += bytes.toString("latin1")));
  spawned.push(child);
  return child;
};

const extension = require(`${process.env.MARQUEE_CLIENTS}/vscode.js`);
const shown = [];
const write = (section, lines) => shown.push(`## ${section}`, ...lines);
const films = () => picker.items.map(({ label, description }) => (description ? `${label} · ${description}` : label));
const list = () => [picker.query, picker.title, ...films().filter((line) => line !== "+ more")];

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

const waitForTitle = (text) => wait(() => picker.title.includes(text));
const writeProcess = () => write("process", [String(spawned[0].pid)]);

const scenes = {
  async demo() {
    commands["marquee.search"]();
    await waitForTitle("10 films of");
    write("box office", list().slice(0, 4));
    picker.type("Parasite");
    await wait(() => picker.title === "1 film");
    write("search", list());
    picker.press(picker.items[0], "Bookmark");
    await wait(() => picker.items[0].label.startsWith("★"));
    write("bookmarked", list());
    picker.accept(picker.items[0]);
    await wait(() => document);
    write("details", document.trim().split("\n"));
    picker.press(picker.items[0], "Insert as Markdown");
    await wait(() => inserted);
    write("inserted", ["My films", ...inserted.trim().split("\n"), "", "The end"]);
    picker.type("Para");
    await wait(() => picker.items[0]?.query);
    write("completed", picker.items.map(({ label }) => label));
    picker.accept(picker.items[0]);
    await wait(() => picker.title === "1 film" && picker.items[0]?.movie);
    write("completed search", [picker.value, ...films()]);
    picker.hide();
    commands["marquee.bookmarks"]();
    await wait(() => picker.title === "1 film");
    write("bookmarks", list());
    writeProcess();
  },
  async typing() {
    commands["marquee.search"]();
    picker.type("slow");
    await waitForTitle("so far");
    write("first part", list());
    picker.type("quick");
    await waitForTitle("+ for more");
    write("newer search", list());
    fs.writeFileSync(`${shownPath}.newer`, "");
    await wait(() => fs.existsSync(`${shownPath}.older`));
    await wait(() => process.env.MARQUEE_OLDER === "" || received.includes(process.env.MARQUEE_OLDER));
    write("after the older answer", list());
    picker.activeItems = [picker.items[1]];
    const chosen = picker.items[1];
    picker.accept(picker.items.at(-1));
    picker.activeItems = [chosen];
    await wait(() => picker.title === "22 films");
    write("second page", list());
    write("cursor", [picker.activeItems[0].label]);
    writeProcess();
  },
  // Two of these run side by side.
  async idling() {
    commands["marquee.search"]();
    picker.type("quick");
    await waitForTitle("+ for more");
    picker.accept(picker.items.at(-1));
    await wait(() => picker.title === "22 films");
    picker.activeItems = [picker.items[7]];
    fs.writeFileSync(`${shownPath}.ready`, "");
    await wait(() => fs.existsSync(`${shownPath}.idled`));
    await wait(() => picker.items[2].label.startsWith("★"));
    write("list", list());
    write("cursor", [picker.activeItems[0].label]);
  },
  async poster() {
    commands["marquee.search"]();
    picker.type("quick");
    await waitForTitle("+ for more");
    picker.accept(picker.items[0]);
    await wait(() => document);
    write("poster", document.split("\n"));
  },
};

extension.activate({ subscriptions: [] });
scenes[process.env.MARQUEE_SCENE]().then(finish);
