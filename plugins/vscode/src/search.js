// The list that searches as one types. It begins with yesterday's box office. Known titles appear at once, and Enter
// completes one; Enter on a film shows it. The buttons beside a film bookmark it, or insert it into the document that the
// reader came from. The last line loads the next page.

const vscode = require("vscode");
const films = require("./films");

const LIMIT = 20;
const BOOKMARK = { iconPath: new vscode.ThemeIcon("star"), tooltip: "Bookmark" };
const INSERT = { iconPath: new vscode.ThemeIcon("insert"), tooltip: "Insert as Markdown" };

/** Parts first, then the whole, then page after page. A newer call cancels the older one. */
class FilmList {
  /** @param {import("./library").Library} library */
  constructor(library) {
    this.library = library;
    this.connection = library.connection;
    this.editor = vscode.window.activeTextEditor;
    this.movies = [];
    this.picker = vscode.window.createQuickPick();
    this.picker.placeholder = "Title of a film";
    this.picker.onDidChangeValue((query) => this.type(query));
    this.picker.onDidAccept(() => this.accept(this.picker.activeItems[0]));
    this.picker.onDidTriggerItemButton(({ item, button }) =>
      button === BOOKMARK ? library.toggleBookmark(item.movie) : this.insert(item.movie),
    );
    library.addView(this);
    this.picker.onDidHide(() => {
      this.cancel();
      library.removeView(this);
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
      const { suggestions } = await this.connection.request("movies/suggest", { prefix, limit: LIMIT });
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

  bookmarks() {
    return this.load("bookmarks/list", { limit: LIMIT });
  }

  cancel() {
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    this.running?.abort();
    this.running = undefined;
  }

  /** The parameters that repeat a call: as many films as are shown, so that the reader keeps the place. */
  repeated(params) {
    if (!params.limit) return params;
    const same = { ...params, cursor: undefined, limit: Math.max(params.limit, Math.min(this.movies.length, 100)) };
    return "remember" in params ? { ...same, remember: false } : same;
  }

  /** If the list is to stay as it is until the answer, `isAgain` is true. */
  async load(method, params, isAgain = false) {
    this.cancel();
    const running = (this.running = new AbortController());
    const before = params.cursor ? this.movies : [];
    let parts = before;
    this.next = undefined;
    this.method = method;
    this.again = () => this.load(method, this.repeated(params), true);
    this.picker.busy = true;
    const part = (result) => {
      parts = [...parts, ...films.filmsOf(result)];
      this.draw(parts, " so far…");
    };
    try {
      const result = await this.connection.request(method, params, {
        part: isAgain ? undefined : part,
        signal: running.signal,
      });
      if (running === this.running) this.showResult(result, before, method, params, isAgain);
    } catch (error) {
      if (running !== this.running) return;
      // A page that failed can be asked for again.
      if (params.cursor) this.next = () => this.load(method, params);
      if (!isAgain) this.draw(before, "");
      this.picker.title = films.failure(error);
    } finally {
      if (running === this.running) this.picker.busy = false;
    }
  }

  showResult(result, before, method, params, isAgain) {
    const cursor = result.page?.next;
    if (cursor) this.next = () => this.load(method, { ...params, cursor });
    const again = this.again;
    if (result.incomplete && result.retryAfterSeconds && !isAgain) {
      // A source that could not be asked yet is asked once more.
      this.retry = setTimeout(() => this.again === again && again(), result.retryAfterSeconds * 1000);
    }
    const period = result.period ? ` of ${result.period.from}` : "";
    const notes = period + (this.next ? ", + for more" : "") + films.problemNotes(result.problems);
    this.draw([...before, ...films.filmsOf(result)], notes);
  }

  /** What the library tells its views. */
  changed(change) {
    if (this.method !== "bookmarks/list") return this.library.refreshMarks(this, change);
    return !change.changed || change.changed.includes("bookmarks") ? this.again() : undefined;
  }

  redraw() {
    this.draw(this.movies, this.note);
  }

  draw(movies, note) {
    this.note = note;
    this.suggesting = undefined;
    const current = this.picker.activeItems[0]?.movie;
    this.movies = films.withoutRepeats(movies);
    const count = this.movies.length === 1 ? "1 film" : `${this.movies.length} films`;
    this.picker.title = count + note;
    // The sources have matched already: `alwaysShow` keeps films whose titles are in another language.
    const items = this.movies.map((movie) => ({
      label: (movie.bookmarked ? "★ " : "  ") + films.title(movie),
      description: [films.otherTitles(movie)[0], films.cardNote(movie)].filter(Boolean).join(" · ") || undefined,
      alwaysShow: true,
      buttons: [BOOKMARK, INSERT],
      movie,
    }));
    this.picker.items = this.next ? [...items, { label: "+ more", alwaysShow: true }] : items;
    const kept = current && items.find((item) => films.isSame(item.movie, current));
    if (kept) this.picker.activeItems = [kept];
  }

  accept(item) {
    if (item?.query) {
      this.picker.value = item.query;
      return this.search(item.query);
    }
    return item?.movie ? this.library.show(item.movie) : this.next?.();
  }

  async insert(movie) {
    await this.library.reporting(async () => {
      // With the address of the poster: the cache may evict its file later.
      const text = await films.describe(this.connection, movie, false);
      await this.editor?.edit((edit) => edit.insert(this.editor.selection.active, text));
    });
  }
}

module.exports = { FilmList };
