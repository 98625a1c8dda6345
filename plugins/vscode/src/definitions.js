// `providers.yaml` with the language server: problems, explanations, completion, and corrections.

const vscode = require("vscode");
const { Connection } = require("./connection");

const SELECTOR = { pattern: "**/providers.yaml" };
const isDefinition = (document) => /(^|[/\\])providers\.yaml$/.test(document.uri.fsPath);

const toRange = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const fromPosition = ({ line, character }) => ({ line, character });
const fromRange = ({ start, end }) => ({ start: fromPosition(start), end: fromPosition(end) });
const overlaps = (one, other) => one.start.line <= other.end.line && other.start.line <= one.end.line;

/** An edit of the protocol, as VS Code has it. */
function toWorkspaceEdit({ changes = {}, documentChanges = [] }) {
  const edit = new vscode.WorkspaceEdit();
  const all = [...Object.entries(changes), ...documentChanges.map(({ textDocument, edits }) => [textDocument.uri, edits])];
  for (const [uri, edits] of all) {
    for (const { range, newText } of edits) edit.replace(vscode.Uri.parse(uri), toRange(range), newText);
  }
  return edit;
}

class Definitions {
  /** The problems of each document, as the server has sent them: corrections need them as they are. */
  problems = new Map();

  constructor(command, hooks) {
    this.collection = vscode.languages.createDiagnosticCollection("marquee");
    this.connection = new Connection(command, {
      ...hooks,
      begin: (connection) => this.begin(connection),
      restarted: () => this.openAll(),
      notified: (method, params) => method === "textDocument/publishDiagnostics" && this.publish(params),
    });
  }

  begin(connection) {
    connection.write({ id: 0, method: "initialize", params: { processId: process.pid, capabilities: {} } });
    connection.write({ method: "initialized", params: {} });
  }

  /** Registers everything, and returns what VS Code is to dispose of. */
  register() {
    const { languages, workspace } = vscode;
    this.openAll();
    return [
      this.collection,
      workspace.onDidOpenTextDocument((document) => this.open(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.change(document)),
      workspace.onDidCloseTextDocument((document) => this.close(document)),
      languages.registerHoverProvider(SELECTOR, { provideHover: (...all) => this.hover(...all) }),
      languages.registerCompletionItemProvider(SELECTOR, { provideCompletionItems: (...all) => this.complete(...all) }),
      languages.registerCodeActionsProvider(SELECTOR, { provideCodeActions: (...all) => this.correct(...all) }),
    ];
  }

  openAll() {
    vscode.workspace.textDocuments.forEach((document) => this.open(document));
  }

  open(document) {
    if (!isDefinition(document)) return;
    const text = { uri: String(document.uri), languageId: "yaml", version: document.version, text: document.getText() };
    this.connection.notify("textDocument/didOpen", { textDocument: text });
  }

  change(document) {
    if (!isDefinition(document)) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri: String(document.uri), version: document.version },
      contentChanges: [{ text: document.getText() }],
    });
  }

  close(document) {
    if (!isDefinition(document)) return;
    this.connection.notify("textDocument/didClose", { textDocument: { uri: String(document.uri) } });
    this.collection.delete(document.uri);
  }

  publish({ uri, diagnostics }) {
    this.problems.set(uri, diagnostics);
    const shown = diagnostics.map(({ range, message, severity = 1 }) => {
      const diagnostic = new vscode.Diagnostic(toRange(range), message, severity - 1);
      diagnostic.source = "marquee";
      return diagnostic;
    });
    this.collection.set(vscode.Uri.parse(uri), shown);
  }

  place(document, position) {
    return { textDocument: { uri: String(document.uri) }, position: fromPosition(position) };
  }

  async hover(document, position) {
    const found = await this.connection.request("textDocument/hover", this.place(document, position));
    return found ? new vscode.Hover(new vscode.MarkdownString(found.contents.value)) : undefined;
  }

  async complete(document, position) {
    const found = await this.connection.request("textDocument/completion", this.place(document, position));
    return (found?.items ?? found ?? []).map((item) => this.completion(item));
  }

  completion({ label, kind, detail, documentation, insertText, textEdit, filterText, sortText }) {
    const item = new vscode.CompletionItem(label, kind === undefined ? undefined : kind - 1);
    const text = textEdit?.newText ?? insertText ?? label;
    const range = textEdit ? toRange(textEdit.range ?? textEdit.replace) : undefined;
    const explained = documentation?.value ? new vscode.MarkdownString(documentation.value) : documentation;
    return Object.assign(item, { detail, documentation: explained, insertText: text, range, filterText, sortText });
  }

  async correct(document, range) {
    const uri = String(document.uri);
    const diagnostics = (this.problems.get(uri) ?? []).filter((problem) => overlaps(problem.range, range));
    const params = { textDocument: { uri }, range: fromRange(range), context: { diagnostics } };
    const found = await this.connection.request("textDocument/codeAction", params);
    return (found ?? []).map(({ title, edit }) =>
      Object.assign(new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix), { edit: toWorkspaceEdit(edit) }),
    );
  }
}

module.exports = { Definitions };
