// Marquee in VS Code 1.75 or later. README.md says what it does; each file in src begins with what it is for.

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { Connection } = require("./src/connection");
const { Definitions } = require("./src/definitions");
const { Library } = require("./src/library");
const { FilmPages } = require("./src/pages");
const { FilmList } = require("./src/search");
const { Titles } = require("./src/titles");
const { makeTrees } = require("./src/trees");

/** The program that was packed into the extension, if there is one, or the one in PATH. */
function program() {
  const packed = path.join(__dirname, "bin", "marquee");
  return fs.existsSync(packed) ? packed : "marquee";
}

/** Until there is a key or a file of definitions, the built-in recording answers. */
function defaultCommand() {
  const folder = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config");
  const hasKey = process.env.KOFIC_API_KEY || process.env.TMDB_READ_TOKEN || process.env.OMDB_API_KEY;
  const isReady = hasKey || fs.existsSync(path.join(folder, "marquee", "providers.yaml"));
  return [program(), "--framing", "header", `--clientProcessId=${process.pid}`, ...(isReady ? [] : ["--demo"])];
}

/** The user's own setting: that of a folder that was opened could name any program. */
function configuredCommand() {
  const configured = vscode.workspace.getConfiguration("marquee").inspect("command")?.globalValue;
  return configured?.length ? configured : undefined;
}

const command = () => configuredCommand() ?? defaultCommand();
const languageServerCommand = () => [configuredCommand()?.[0] ?? program(), "language-server"];

function connect(hooks, getLibrary) {
  return new Connection(command, {
    ...hooks,
    begin: (connection) => connection.write({ id: 0, method: "cache/watch" }),
    restarted: (how) => {
      vscode.window.showWarningMessage(`marquee ${how}, and was started again`);
      getLibrary().changed({});
    },
    notified: (method, params) => {
      if (method === "library/changed") getLibrary().changed(params);
      if (method === "cache/changed") for (const view of getLibrary().views) view.again?.();
    },
  });
}

async function askForDay(tree) {
  const span = await vscode.window.showQuickPick(["day", "week", "weekend", "weekdays"], { placeHolder: "Box office of a…" });
  if (!span) return;
  const day = await vscode.window.showInputBox({ prompt: "Box office of which day?", value: "yesterday" });
  if (day) tree.reload(span === "day" ? { date: day } : { date: day, span });
}

let connection, definitions;

function activate(context) {
  const log = vscode.window.createOutputChannel("Marquee");
  const hooks = { log: (text) => log.append(text), failed: (text) => vscode.window.showErrorMessage(text) };
  let library;
  connection = connect(hooks, () => library);
  const pages = new FilmPages();
  library = new Library(connection, pages);
  const trees = makeTrees(library);
  definitions = new Definitions(languageServerCommand, hooks);
  const commands = {
    "marquee.search": () => new FilmList(library).search(""),
    "marquee.bookmarks": () => new FilmList(library).bookmarks(),
    "marquee.boxOfficeDay": () => askForDay(trees["marquee.boxOffice"]),
    "marquee.refresh": () => Object.values(trees).forEach((tree) => tree.reload()),
    "marquee.restart": () => connection.restart(),
    "marquee.show": (movie) => library.show(movie),
    "marquee.toggleBookmark": (movie) => library.toggleBookmark(movie),
    "marquee.rate": (movie) => library.rate(movie),
    "marquee.log": (movie) => library.log(movie),
    "marquee.comment": (movie) => library.comment(movie),
    "marquee.more": (tree) => tree.more(),
  };
  const registered = Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run));
  const titles = new Titles(connection);
  context.subscriptions.push(log, ...registered, ...titles.register(), ...pages.register(), ...definitions.register());
}

const deactivate = () => Promise.all([connection?.stop(), definitions?.connection.stop()]);

module.exports = { activate, deactivate };
