// Marquee from a VS Code extension: extension.js, with "vscode-jsonrpc" (8 or later) as a dependency, and
// the commands "marquee.boxOffice" and "marquee.search" in its package.json.

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const rpc = require("vscode-jsonrpc/node");

/** Starts the process; vscode-jsonrpc uses Content-Length headers. */
function connect(log) {
  const child = spawn("marquee", ["--framing", "header", `--clientProcessId=${process.pid}`], { stdio: ["pipe", "pipe", "pipe"] });
  child.stderr.on("data", (text) => log.append(text.toString()));
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  connection.listen();
  // Disposing rejects pending requests.
  child.on("error", (error) => {
    vscode.window.showErrorMessage(`marquee: ${error.message}`);
    connection.dispose();
  });
  // 78 means that providers.yaml has errors; the output channel lists them.
  child.on("exit", (code) => {
    if (code) vscode.window.showErrorMessage(`marquee ended with ${code}`);
    connection.dispose();
  });
  return { connection, dispose: () => (connection.dispose(), child.stdin.end()) };
}

function filmItem(movie) {
  const also = (movie.titles ?? []).map((title) => title.text).filter((text) => text !== movie.title);
  return { label: movie.title ?? movie.id, description: [movie.year, ...also].filter(Boolean).join(" · "), movie };
}

function activate(context) {
  const log = vscode.window.createOutputChannel("Marquee");
  const { connection, dispose } = connect(log);

  async function call(method, params) {
    try {
      return await connection.sendRequest(method, params);
    } catch (error) {
      vscode.window.showErrorMessage(`marquee: ${error.message} ${error.data?.hint ?? ""}`);
    }
  }

  async function showBoxOffice() {
    const result = await call("boxOffice/daily", {});
    if (!result) return;
    const items = result.entries.map((entry) => ({
      label: `${entry.rank}. ${entry.movie.title ?? entry.movie.id}`,
      description: entry.audience?.count === undefined ? "" : `${entry.audience.count.toLocaleString()} people`,
    }));
    await vscode.window.showQuickPick(items, { title: `Box office of ${result.period.from}` });
  }

  async function search() {
    const query = await vscode.window.showInputBox({ prompt: "Film" });
    const result = query && (await call("movies/search", { query }));
    if (!result) return;
    if (result.movies.length === 0) return vscode.window.showInformationMessage("No source has a film of that name");
    const picked = await vscode.window.showQuickPick(result.movies.map(filmItem), { matchOnDescription: true });
    if (!picked) return;
    const content = JSON.stringify(picked.movie, null, 2);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }));
  }

  context.subscriptions.push(
    log,
    { dispose },
    vscode.commands.registerCommand("marquee.boxOffice", showBoxOffice),
    vscode.commands.registerCommand("marquee.search", search),
  );
}

module.exports = { activate };
