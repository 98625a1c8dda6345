// Marquee in VS Code 1.75 or later: extension.js of an extension that depends on "vscode-jsonrpc" 8 or later and
// contributes the commands "marquee.search" and "marquee.bookmarks" in its package.json.
//
// The list begins with yesterday's box office and searches as you type. Known titles appear at once; Enter completes
// one. Enter on a film shows it as Markdown; the buttons beside it bookmark it, or insert it into the document
// that you came from. The last line loads the next page.

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { spawn } = require("node:child_process");
const vscode = require("vscode");
const rpc = require("vscode-jsonrpc/node");

const LIMIT = 20;
let lastToken = 0;

/** Until there is a key or a file of definitions, the built-in recording answers. */
function defaultCommand() {
  const folder = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config");
  const hasKey = process.env.KOFIC_API_KEY || process.env.TMDB_READ_TOKEN || process.env.OMDB_API_KEY;
  const isReady = hasKey || fs.existsSync(path.join(folder, "marquee", "providers.yaml"));
  return ["marquee", "--framing", "header", `--clientProcessId=${process.pid}`, ...(isReady ? [] : ["--demo"])];
}

/** Starts the process; vscode-jsonrpc uses Content-Length headers. */
function connect(log) {
  // The user's own setting: that of a folder that was opened could name any program.
  const configured = vscode.workspace.getConfiguration("marquee").inspect("command")?.globalValue;
  const [program, ...options] = configured?.length ? configured : defaultCommand();
  const child = spawn(program, options, { stdio: ["pipe", "pipe", "pipe"] });
  child.stderr.on("data", (text) => log.append(text.toString()));
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const session = { connection, stop, hasEnded: false };
  connection.listen();
  connection.sendRequest("cache/watch", {}).catch(() => {});
  // Disposing rejects pending requests.
  child.on("error", (error) => {
    vscode.window.showErrorMessage(`marquee: ${error.message}`);
    session.hasEnded = true;
    connection.dispose();
  });
  child.on("exit", (code) => {
    const hint = code === 78 ? "; `marquee check` shows what is wrong in providers.yaml" : "";
    if (code) vscode.window.showErrorMessage(`marquee ended with ${code}${hint}`);
    session.hasEnded = true;
    connection.dispose();
  });
  async function stop() {
    try {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
    } catch {
      // It has ended already.
    }
  }
  return session;
}

const failure = (error) => error.message + (error.data?.hint ? ` (${error.data.hint})` : "");
const title = (movie) => (movie.title ?? movie.id) + (movie.year ? ` (${movie.year})` : "");
const otherTitles = (movie) => (movie.titles ?? []).map(({ text }) => text).filter((text) => text !== movie.title);

/** Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers. */
const isSame = (one, other) => Object.entries(one.ids).some(([space, value]) => other.ids[space] === value);

/** The films of an answer or of a part of it: those of a chart are in its entries. */
const filmsOf = (answer) => answer.movies ?? (answer.entries ?? []).map(({ movie }) => movie);

const withoutRepeats = (movies) =>
  movies.reduce((known, movie) => (known.some((other) => isSame(movie, other)) ? known : [...known, movie]), []);

/** What a reader should know about the sources. */
const problemNotes = (problems = []) => problems.map((problem) => ` · ${problem}`).join("");

/** A film as Markdown with front matter. JSON texts are valid YAML. */
function markdown(movie, poster, sources) {
  const rating = movie.ratings?.[0];
  const members = {
    title: movie.title ?? movie.id,
    also: otherTitles(movie),
    year: movie.year,
    minutes: movie.runtimeMinutes,
    directors: movie.directors?.map(({ name }) => name),
    genres: movie.genres,
    rating: rating && `${rating.value}/${rating.scale} (${rating.provider})`,
    id: movie.id,
    poster,
    sources,
  };
  const lines = Object.entries(members)
    .filter(([, value]) => value !== undefined && value.length !== 0)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const overview = movie.overview ? ["", movie.overview.text] : [];
  return ["---", ...lines, "---", "", `# ${title(movie)}`, ...overview, ""].join("\n");
}

const BOOKMARK = { iconPath: new vscode.ThemeIcon("star"), tooltip: "Bookmark" };
const INSERT = { iconPath: new vscode.ThemeIcon("insert"), tooltip: "Insert as Markdown" };

/** The list: parts first, then the whole, then page after page. A newer call cancels the older one. */
class FilmList {
  constructor(connection) {
    this.connection = connection;
    this.editor = vscode.window.activeTextEditor;
    this.movies = [];
    this.picker = vscode.window.createQuickPick();
    this.picker.placeholder = "Title of a film";
    this.picker.onDidChangeValue((query) => this.type(query));
    this.picker.onDidAccept(() => this.accept(this.picker.activeItems[0]));
    this.picker.onDidTriggerItemButton(({ item, button }) =>
      button === BOOKMARK ? this.toggleBookmark(item.movie) : this.insert(item.movie),
    );
    this.changes = [
      connection.onNotification("cache/changed", () => this.again?.()),
      connection.onNotification("library/changed", (change) => this.libraryChanged(change)),
    ];
    this.picker.onDidHide(() => {
      this.cancel();
      this.changes.forEach((listener) => listener.dispose());
      this.picker.dispose();
    });
    this.picker.show();
  }

  type(query) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(query, false), 150);
    if (query !== "") this.suggest(query);
  }

  /** Titles that begin with what was typed, until the search has found films. They ask no source. */
  async suggest(prefix) {
    const running = (this.suggesting = {});
    try {
      const { suggestions } = await this.connection.sendRequest("movies/suggest", { prefix, limit: LIMIT });
      if (running !== this.suggesting || suggestions.length === 0) return;
      // A film may be found by a title other than the one shown.
      const titles = new Set(suggestions.map(({ title, matchedTitle }) => matchedTitle ?? title));
      this.picker.items = [...titles].map((label) => ({ label, alwaysShow: true, query: label }));
    } catch {
      // A program without this method completes nothing.
    }
  }

  search(query, remember = true) {
    return query === ""
      ? this.load("boxOffice/daily", {})
      : this.load("movies/search", { query, limit: LIMIT, remember });
  }

  cancel() {
    clearTimeout(this.retry);
    this.running?.cancel();
    this.running = undefined;
  }

  /** If the list is to stay as it is until the answer, `isAgain` is true. */
  async load(method, params, isAgain = false) {
    this.cancel();
    const running = (this.running = new rpc.CancellationTokenSource());
    const token = ++lastToken;
    const before = params.cursor ? this.movies : [];
    let parts = before;
    this.next = undefined;
    this.method = method;
    // As many films as are shown, so that the reader keeps the place.
    const limit = () => Math.max(params.limit, Math.min(this.movies.length, 100));
    const same = () => ({ ...params, cursor: undefined, limit: limit() });
    const unnoted = "remember" in params ? { remember: false } : {};
    const again = () => this.load(method, params.limit ? { ...same(), ...unnoted } : params, true);
    this.again = again;
    this.picker.busy = true;
    // Parts, too, may have been on their way when their call was cancelled.
    const progress = this.connection.onProgress(new rpc.ProgressType(), token, (part) => {
      if (running !== this.running || isAgain) return;
      parts = [...parts, ...filmsOf(part)];
      this.draw(parts, " so far…");
    });
    try {
      const result = await this.connection.sendRequest(method, { ...params, partialResultToken: token }, running.token);
      if (running !== this.running) return;
      const movies = filmsOf(result);
      const cursor = result.page?.next;
      if (cursor) this.next = () => this.load(method, { ...params, cursor });
      if (result.incomplete && result.retryAfterSeconds && !isAgain) {
        // A source that could not be asked yet is asked once more.
        this.retry = setTimeout(() => this.again === again && again(), result.retryAfterSeconds * 1000);
      }
      const period = result.period ? ` of ${result.period.from}` : "";
      this.draw([...before, ...movies], period + (this.next ? ", + for more" : "") + problemNotes(result.problems));
    } catch (error) {
      if (running !== this.running) return;
      if (!isAgain) [this.movies, this.picker.items] = [before, []];
      this.picker.title = failure(error);
    } finally {
      progress.dispose();
      if (running === this.running) this.picker.busy = false;
    }
  }

  /** Asks for what is shown of the library, and for nothing else: no source is asked, and the list stays. */
  async libraryChanged({ changed, ids }) {
    if (this.method === "bookmarks/list") return changed.includes("bookmarks") ? this.again() : undefined;
    // Without ids, any film may have changed.
    const isAmong = (movie) => !ids || Object.entries(movie.ids).some(([space, value]) => ids.includes(`${space}:${value}`));
    const touched = this.movies.filter(isAmong).slice(0, 500);
    if (touched.length === 0) return;
    try {
      const { films } = await this.connection.sendRequest("library/get", { ids: touched.map(({ id }) => id) });
      for (const { id, bookmarked } of films) {
        for (const movie of this.movies) if (movie.id === id) movie.bookmarked = bookmarked;
      }
      this.draw(this.movies, this.note);
    } catch {
      // The marks stay as they are.
    }
  }

  draw(movies, note) {
    this.note = note;
    this.suggesting = undefined;
    const current = this.picker.activeItems[0]?.movie;
    this.movies = withoutRepeats(movies);
    const count = this.movies.length === 1 ? "1 film" : `${this.movies.length} films`;
    this.picker.title = count + note;
    // The sources have matched already: `alwaysShow` keeps films whose titles are in another language.
    const items = this.movies.map((movie) => ({
      label: (movie.bookmarked ? "★ " : "  ") + title(movie),
      description: otherTitles(movie)[0],
      alwaysShow: true,
      buttons: [BOOKMARK, INSERT],
      movie,
    }));
    this.picker.items = this.next ? [...items, { label: "+ more", alwaysShow: true }] : items;
    const kept = current && items.find((item) => isSame(item.movie, current));
    if (kept) this.picker.activeItems = [kept];
  }

  accept(item) {
    if (item?.query) {
      this.picker.value = item.query;
      return this.search(item.query);
    }
    return item?.movie ? this.show(item.movie) : this.next?.();
  }

  /** A film as Markdown, with the address of its poster, or its path where that is wanted and to be had. */
  async describe(movie, wantsFile) {
    const result = await this.connection.sendRequest("movies/get", { id: movie.id, include: ["credits"] });
    const sources = result.sources.filter(({ status }) => ["ok", "stale"].includes(status));
    const address = result.movie.images?.find(({ kind }) => kind === "poster")?.url;
    const file =
      wantsFile && address
        ? await this.connection
            .sendRequest("images/get", { id: result.movie.id, kind: "poster", width: 500 })
            .then(({ image }) => image.path)
            .catch(() => undefined)
        : undefined;
    return markdown(result.movie, file ?? address, sources.map(({ provider }) => provider));
  }

  async show(movie) {
    await reporting(async () => {
      const content = await this.describe(movie, true);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "markdown", content }));
    });
  }

  async insert(movie) {
    await reporting(async () => {
      // The cache may evict the file later.
      const text = await this.describe(movie, false);
      await this.editor?.edit((edit) => edit.insert(this.editor.selection.active, text));
    });
  }

  async toggleBookmark(movie) {
    await reporting(async () => {
      const isMarked = !movie.bookmarked;
      await this.connection.sendRequest(isMarked ? "bookmarks/add" : "bookmarks/remove", { id: movie.id });
      // The list may have been replaced meanwhile.
      for (const other of this.movies) if (isSame(movie, other)) other.bookmarked = isMarked;
      this.draw(this.movies, this.note);
    });
  }
}

async function reporting(action) {
  try {
    await action();
  } catch (error) {
    vscode.window.showErrorMessage(`marquee: ${failure(error)}`);
  }
}

let running;

function activate(context) {
  const log = vscode.window.createOutputChannel("Marquee");
  running = connect(log);
  const open = (fill) => () => {
    if (running.hasEnded) running = connect(log);
    fill(new FilmList(running.connection));
  };
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("marquee.search", open((list) => list.search(""))),
    vscode.commands.registerCommand(
      "marquee.bookmarks",
      open((list) => list.load("bookmarks/list", { limit: LIMIT })),
    ),
  );
}

const deactivate = () => running?.stop();

module.exports = { activate, deactivate };
