// What a reader does with a film, wherever it is shown: look at it, bookmark, rate, and log it.

const vscode = require("vscode");
const films = require("./films");

class Library {
  /** The views of films: each has `movies`, `redraw()`, and `changed(change)`. */
  views = new Set();

  constructor(connection, pages) {
    Object.assign(this, { connection, pages });
  }

  addView(view) {
    this.views.add(view);
  }

  removeView(view) {
    this.views.delete(view);
  }

  /** Another program has changed the library. */
  changed(change) {
    for (const view of this.views) view.changed(change);
  }

  /** Changes a film wherever it is shown: the lists may have been replaced since the reader chose it. */
  mark(movie, change) {
    Object.assign(movie, change);
    for (const view of this.views) {
      for (const other of view.movies) if (films.isSame(movie, other)) Object.assign(other, change);
      view.redraw();
    }
  }

  /** Asks for what the library has of the films of a view, and for nothing else: no source is asked. */
  async refreshMarks(view, { ids }) {
    const touched = view.movies.filter((movie) => films.isAmong(movie, ids)).slice(0, 500);
    if (touched.length === 0) return;
    try {
      const answer = await this.connection.request("library/get", { ids: touched.map(({ id }) => id) });
      for (const { id, bookmarked, card } of answer.films) {
        for (const movie of view.movies) if (movie.id === id) Object.assign(movie, { bookmarked, card });
      }
      view.redraw();
    } catch {
      // The marks stay as they are.
    }
  }

  async reporting(action) {
    try {
      await action();
    } catch (error) {
      vscode.window.showErrorMessage(`marquee: ${films.failure(error)}`);
    }
  }

  show(movie) {
    return this.reporting(async () => {
      const content = await films.describe(this.connection, movie, true);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.pages.put(movie, content)));
    });
  }

  toggleBookmark(movie) {
    return this.reporting(async () => {
      const bookmarked = !movie.bookmarked;
      await this.connection.request(bookmarked ? "bookmarks/add" : "bookmarks/remove", { id: movie.id });
      this.mark(movie, { bookmarked });
      this.changed({ changed: ["bookmarks"], ids: [] });
    });
  }

  putCard(movie, values) {
    return this.reporting(async () => {
      const { card } = await this.connection.request("cards/put", { id: movie.id, ...values });
      this.mark(movie, { card });
      this.changed({ changed: ["cards"], ids: [] });
    });
  }

  async rate(movie) {
    const text = await vscode.window.showInputBox({
      prompt: `Stars for ${films.title(movie)}, from 0 to 5`,
      value: movie.card?.stars === undefined ? "" : String(movie.card.stars),
      validateInput: (typed) => (/^[0-5](\.[05])?$/.test(typed) ? undefined : "expected a number from 0 to 5, such as 3.5"),
    });
    if (text) await this.putCard(movie, { stars: Number(text) });
  }

  /** A comment of several lines is shown with `\\n` between them. */
  comment(movie) {
    return this.reporting(async () => {
      const { films: [standing] } = await this.connection.request("library/get", { ids: [movie.id] });
      const value = (standing.card?.comment ?? "").replaceAll("\n", "\\n");
      const text = await vscode.window.showInputBox({ prompt: `Your comment on ${films.title(movie)}`, value });
      if (text !== undefined) await this.putCard(movie, { comment: text === "" ? null : text.replaceAll("\\n", "\n") });
    });
  }

  async log(movie) {
    const day = await vscode.window.showInputBox({ prompt: `When did you watch ${films.title(movie)}?`, value: "today" });
    if (day) await this.putCard(movie, { watchedOn: day, rewatch: movie.card?.watchedOn !== undefined });
  }
}

module.exports = { Library };
