// Titles of films while one writes notes in Markdown or plain text. No source is asked: the program suggests films that it
// has seen.

const vscode = require("vscode");

const LANGUAGES = ["markdown", "plaintext"];
const MOST_WORDS = 6; // before the cursor, which may be the beginning of a title

/** Where a title may begin in a text: after a bracket or a quote, or at one of the last words, the longest first. */
const startsOf = (text) => [...text.matchAll(/[^\s[("']+/g)].map(({ index }) => index).slice(-MOST_WORDS);

class Titles {
  constructor(connection) {
    this.connection = connection;
  }

  register() {
    return [vscode.languages.registerCompletionItemProvider(LANGUAGES, { provideCompletionItems: (...all) => this.complete(...all) })];
  }

  async suggest(prefix) {
    const { suggestions } = await this.connection.request("movies/suggest", { prefix, limit: 20 });
    return suggestions
      .map(({ title, matchedTitle, year }) => ({ label: matchedTitle ?? title, first: title, year }))
      .filter(({ label }) => label.toLowerCase().startsWith(prefix.toLowerCase()));
  }

  async complete(document, { line, character }) {
    if (!vscode.workspace.getConfiguration("marquee").get("completeTitles")) return undefined;
    const text = document.lineAt(line).text.slice(0, character);
    for (const start of startsOf(text)) {
      const prefix = text.slice(start);
      const found = await this.suggest(prefix).catch(() => []);
      if (found.length > 0) return found.map((film) => this.item(film, new vscode.Range(line, start, line, character)));
    }
    return undefined;
  }

  item({ label, first, year }, range) {
    const detail = [year, first === label ? undefined : first].filter(Boolean).join(" · ");
    return Object.assign(new vscode.CompletionItem(label), { range, insertText: label, detail });
  }
}

module.exports = { Titles };
