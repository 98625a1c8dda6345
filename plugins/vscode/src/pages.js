// Films as documents that are only read: VS Code does not ask whether to save one when it is closed.

const vscode = require("vscode");
const films = require("./films");

const SCHEME = "marquee-film";

class FilmPages {
  texts = new Map();
  changes = new vscode.EventEmitter();
  onDidChange = this.changes.event;

  register() {
    return [vscode.workspace.registerTextDocumentContentProvider(SCHEME, this)];
  }

  /** Keeps the text of a film, and returns its address. */
  put(movie, text) {
    const name = encodeURIComponent(films.title(movie).replaceAll("/", "\u2215"));
    const uri = vscode.Uri.parse(`${SCHEME}:/${name}.md?${encodeURIComponent(movie.id)}`);
    this.texts.set(String(uri), text);
    this.changes.fire(uri);
    return uri;
  }

  provideTextDocumentContent(uri) {
    return this.texts.get(String(uri));
  }
}

module.exports = { FilmPages };
