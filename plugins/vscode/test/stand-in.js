// A stand-in for the module `vscode`, with what the extension uses of it, and with what a test sees and does.
// It shows nothing: whether VS Code itself draws the views as package.json says is not tested here.

const fs = require("node:fs");
const Module = require("node:module");
const { pathToFileURL, fileURLToPath } = require("node:url");

class EventEmitter {
  handlers = [];
  event = (handler) => (this.handlers.push(handler), { dispose() {} });
  fire = (value) => this.handlers.forEach((handler) => handler(value));
}

/** Keeps what it is constructed with under the given names. */
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };

class Position extends record("line", "character") {}
class Range {
  constructor(line, character, endLine, endCharacter) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.fsPath = text.startsWith("file:") ? fileURLToPath(text) : text;
  }
  static parse = (text) => new Uri(text);
  static file = (path) => new Uri(pathToFileURL(path).href);
  toString = () => this.text;
}
class WorkspaceEdit {
  edits = [];
  replace = (uri, range, text) => this.edits.push({ uri, range, text });
}

/** What the test sees and does. */
const host = {
  commands: {},
  trees: {},
  messages: [],
  answers: [], // of the reader, to the next questions
  inserted: "",
  shown: undefined, // the text of the document that was shown last
  picker: undefined,
  providers: {},
  problems: new Map(),
  command: undefined, // the setting marquee.command
};

function createQuickPick() {
  const [value, accept, button, hide] = [1, 2, 3, 4].map(() => new EventEmitter());
  host.picker = {
    items: [], activeItems: [], title: "", query: "",
    onDidChangeValue: value.event, onDidAccept: accept.event, onDidTriggerItemButton: button.event, onDidHide: hide.event,
    show() {}, dispose() {},
    type: (text) => ((host.picker.query = text), value.fire(text)),
    accept: (item) => ((host.picker.activeItems = [item]), accept.fire()),
    press: (item, tooltip) => button.fire({ item, button: item.buttons.find((one) => one.tooltip === tooltip) }),
    hide: () => hide.fire(),
  };
  return host.picker;
}

/** A tree as a reader sees it: VS Code asks for the children at first, and again after each change. */
function createTreeView(id, { treeDataProvider }) {
  const tree = (host.trees[id] = { lines: [], items: [], movies: [] });
  tree.refresh = async () => {
    const children = await treeDataProvider.getChildren();
    const items = children.map((child) => treeDataProvider.getTreeItem(child));
    const lines = items.map(({ label, description, iconPath }) =>
      [iconPath?.id === "star-full" ? "★" : " ", label, description].filter(Boolean).join(" "),
    );
    Object.assign(tree, { movies: children, items, lines });
  };
  treeDataProvider.onDidChangeTreeData(() => tree.refresh());
  return (tree.view = {});
}

const opened = new EventEmitter();
const changed = new EventEmitter();
const closed = new EventEmitter();
const textDocuments = [];

/** Opens a file as an editor does. */
host.open = (path) => {
  const document = {
    uri: Uri.file(path), version: 1, text: fs.readFileSync(path, "utf8"), getText: () => document.text,
    lineAt: (line) => ({ text: document.text.split("\n")[line] }),
  };
  textDocuments.push(document);
  opened.fire(document);
  return document;
};
host.edit = (document, text) => {
  Object.assign(document, { text, version: document.version + 1 });
  changed.fire({ document });
};

/** Keeps a provider: that of titles is for the languages of notes. */
const registering = (name) => (selector, provider) => {
  host.providers[Array.isArray(selector) ? "titles" : name] = provider;
  return { dispose() {} };
};

const vscode = {
  EventEmitter, Range, Uri, WorkspaceEdit,
  ThemeIcon: record("id"),
  TreeItem: record("label"),
  Hover: record("contents"),
  MarkdownString: record("value"),
  Diagnostic: record("range", "message", "severity"),
  CompletionItem: record("label", "kind"),
  CodeAction: record("title", "kind"),
  CodeActionKind: { QuickFix: "quickfix" },
  commands: { registerCommand: (name, run) => ((host.commands[name] = run), { dispose() {} }) },
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, problems) => host.problems.set(String(uri), problems),
      delete: (uri) => host.problems.delete(String(uri)),
      dispose() {},
    }),
    registerHoverProvider: registering("hover"),
    registerCompletionItemProvider: registering("completion"),
    registerCodeActionsProvider: registering("actions"),
  },
  workspace: {
    textDocuments,
    getConfiguration: () => ({ get: () => true, inspect: () => ({ globalValue: host.command }) }),
    openTextDocument: async (uri) => ({ content: host.providers.pages.provideTextDocumentContent(uri) }),
    registerTextDocumentContentProvider: (_, provider) => ((host.providers.pages = provider), { dispose() {} }),
    onDidOpenTextDocument: opened.event,
    onDidChangeTextDocument: changed.event,
    onDidCloseTextDocument: closed.event,
  },
  window: {
    activeTextEditor: {
      selection: { active: 0 },
      edit: async (change) => change({ insert: (_, text) => (host.inserted = text) }),
    },
    createOutputChannel: () => ({ append() {}, dispose() {} }),
    createQuickPick,
    createTreeView,
    showErrorMessage: (text) => host.messages.push(text),
    showInputBox: async ({ value }) => ((host.asked = value), host.answers.shift()),
    showQuickPick: async () => host.answers.shift(),
    showTextDocument: async ({ content }) => (host.shown = content),
    showWarningMessage: (text) => host.messages.push(text),
  },
};

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

module.exports = { host };
