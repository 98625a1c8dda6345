// The views at the side: box office, bookmarks, and diary.

const vscode = require("vscode");
const films = require("./films");

const LIMIT = 50;

/** A list of films, page after page. */
class FilmTree {
  movies = [];
  changes = new vscode.EventEmitter();
  onDidChangeTreeData = this.changes.event;

  /**
   * @param {import("./library").Library} library
   * @param {string} method what fills the list, with `params`
   * @param {string?} part the part of the library that the list shows as a whole
   */
  constructor(library, method, params, part) {
    Object.assign(this, { library, method, params, part, entries: new Map() });
    library.addView(this);
  }

  /** VS Code asks for the films when the view is first shown, and after each change. */
  async getChildren() {
    if (!this.isLoaded) await this.load();
    const more = this.next ? [{ isMore: true }] : [];
    return [...(this.failure ? [{ failure: this.failure }] : []), ...this.movies, ...more];
  }

  getTreeItem(movie) {
    if (movie.failure) return this.item(movie.failure, { iconPath: new vscode.ThemeIcon("warning") });
    if (movie.isMore) {
      return this.item("More…", { command: { command: "marquee.more", title: "Load More", arguments: [this] } });
    }
    return this.item(films.title(movie), {
      description: this.description(movie),
      tooltip: movie.overview?.text,
      contextValue: "film",
      iconPath: movie.bookmarked ? new vscode.ThemeIcon("star-full") : undefined,
      command: { command: "marquee.show", title: "Show", arguments: [movie] },
    });
  }

  item(label, members) {
    return Object.assign(new vscode.TreeItem(label), members);
  }

  /** What stands beside a title. */
  description(movie) {
    const audience = this.entries.get(movie)?.audience;
    const figures = audience && [audience.count, audience.total].map((number) => number?.toLocaleString("en")).filter(Boolean);
    return [figures?.join(" · "), films.otherTitles(movie)[0], films.cardNote(movie)].filter(Boolean).join(" · ");
  }

  /** The next page, or as many films as are shown, so that the reader keeps the place. */
  async load(cursor) {
    const shown = Math.min(this.movies.length, 100);
    const params = cursor
      ? { ...this.params, cursor }
      : this.params.limit
        ? { ...this.params, limit: Math.max(this.params.limit, shown) }
        : this.params;
    try {
      const result = await this.library.connection.request(params.span ? "boxOffice/weekly" : this.method, params);
      this.movies = [...(cursor ? this.movies : []), ...films.filmsOf(result)];
      this.entries = new Map((result.entries ?? []).map((entry) => [entry.movie, entry]));
      this.next = result.page?.next;
      this.failure = undefined;
      const problems = films.problemNotes(result.problems).slice(3);
      if (this.view) {
        const { from, to } = result.period ?? {};
        this.view.description = from === to ? from : `${from} to ${to}`;
        this.view.message = problems || undefined;
      }
    } catch (error) {
      this.failure = films.failure(error);
    }
    this.isLoaded = true;
  }

  async more() {
    if (this.next) await this.load(this.next);
    this.redraw();
  }

  reload(params = this.params) {
    this.params = params;
    this.isLoaded = false;
    this.redraw();
  }

  redraw() {
    this.changes.fire();
  }

  /** What the library tells its views. A list that VS Code has not asked for yet has nothing to reload. */
  changed(change) {
    if (!this.isLoaded) return;
    if (!this.part) this.library.refreshMarks(this, change);
    else if (!change.changed || change.changed.includes(this.part)) this.reload();
  }
}

/** The three views, by their ids in package.json. */
function makeTrees(library) {
  const trees = {
    "marquee.boxOffice": new FilmTree(library, "boxOffice/daily", {}),
    "marquee.bookmarks": new FilmTree(library, "bookmarks/list", { limit: LIMIT }, "bookmarks"),
    "marquee.diary": new FilmTree(library, "cards/list", { limit: LIMIT }, "cards"),
  };
  for (const [id, tree] of Object.entries(trees)) tree.view = vscode.window.createTreeView(id, { treeDataProvider: tree });
  return trees;
}

module.exports = { makeTrees };
