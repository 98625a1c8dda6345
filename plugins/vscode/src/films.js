// What films look like, and which of them are the same.

const failure = (error) => error.message + (error.data?.hint ? ` (${error.data.hint})` : "");
const title = (movie) => (movie.title ?? movie.id) + (movie.year ? ` (${movie.year})` : "");
const otherTitles = (movie) => (movie.titles ?? []).map(({ text }) => text).filter((text) => text !== movie.title);

/** Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers. */
const isSame = (one, other) => Object.entries(one.ids).some(([space, value]) => other.ids[space] === value);

/** The films of an answer or of a part of it: those of a box office and of the diary are in their entries. */
const filmsOf = (answer) => answer.movies ?? (answer.entries ?? answer.cards ?? []).map(({ movie }) => movie);

const withoutRepeats = (movies) =>
  movies.reduce((known, movie) => (known.some((other) => isSame(movie, other)) ? known : [...known, movie]), []);

/** Whether a change of the library may concern a film. Without ids, it may concern any. */
const isAmong = (movie, ids) =>
  !ids || Object.entries(movie.ids).some(([space, value]) => ids.includes(`${space}:${value}`));

/** Stars, and the last day, as the card of a film has them. */
function cardNote({ card }) {
  if (!card) return undefined;
  const notes = [card.stars === undefined ? undefined : `${card.stars}/5`, card.watchedOn].filter(Boolean);
  return notes.join(", ") || "watched";
}

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

/** Fetches a film as Markdown, with the address of its poster, or its path where that is wanted and to be had. */
async function describe(connection, movie, wantsFile) {
  const result = await connection.request("movies/get", { id: movie.id, include: ["credits"] });
  const sources = result.sources.filter(({ status }) => ["ok", "stale"].includes(status));
  const address = result.movie.images?.find(({ kind }) => kind === "poster")?.url;
  const file =
    wantsFile && address
      ? await connection
          .request("images/get", { id: result.movie.id, kind: "poster", width: 500 })
          .then(({ image }) => image.path)
          .catch(() => undefined)
      : undefined;
  return markdown(result.movie, file ?? address, sources.map(({ provider }) => provider));
}

module.exports = {
  cardNote, describe, failure, filmsOf, isAmong, isSame, markdown, otherTitles, problemNotes, title, withoutRepeats,
};
