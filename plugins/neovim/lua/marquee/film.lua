-- What films look like, and which of them are the same.

local server = require("marquee.server")

local M = {}

---The title and the year.
function M.title(movie)
  return (movie.title or movie.id) .. (movie.year and (" (%d)"):format(movie.year) or "")
end

---The titles of a film but the first.
function M.other_titles(movie)
  local texts = {}
  for _, other in ipairs(movie.titles or {}) do
    if other.text ~= movie.title then
      table.insert(texts, other.text)
    end
  end
  return texts
end

---Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers.
function M.is_same(one, other)
  for space, value in pairs(one.ids) do
    if other.ids[space] == value then
      return true
    end
  end
  return false
end

function M.index_of(movies, movie)
  for index, other in ipairs(movies) do
    if M.is_same(movie, other) then
      return index
    end
  end
end

---The films of an answer or of a part of it: those of a box office and of the diary are in their entries.
function M.films_of(answer)
  return answer.movies or vim.tbl_map(function(entry)
    return entry.movie
  end, answer.entries or answer.cards or {})
end

---Whether one of the ids is the film's. Without ids, any film may be meant.
function M.is_among(movie, ids)
  return not ids or vim.tbl_contains(ids, movie.id) or #vim.tbl_filter(function(id)
    local space, value = id:match("^(.-):(.*)$")
    return space and movie.ids[space] == value
  end, ids) > 0
end

---Stars, and the last day, as the card of a film has them; nil if it has none.
function M.card_note(movie)
  local card = movie.card
  if not card then
    return nil
  end
  local notes = {}
  table.insert(notes, card.stars and ("%g/5"):format(card.stars) or nil)
  table.insert(notes, card.watchedOn)
  return #notes > 0 and table.concat(notes, ", ") or "watched"
end

---A line of a list.
function M.line(movie)
  local also, note = M.other_titles(movie)[1], M.card_note(movie)
  return (movie.bookmarked and "★ " or "  ")
    .. M.title(movie)
    .. (also and " · " .. also or "")
    .. (note and " · " .. note or "")
end

local function names(people)
  return vim.tbl_map(function(person)
    return person.name
  end, people or {})
end

---A film as Markdown with front matter. JSON texts are valid YAML.
function M.markdown(movie, poster, sources)
  local lines = { "---" }
  local function add(key, value)
    if value and not vim.deep_equal(value, {}) then
      table.insert(lines, key .. ": " .. vim.json.encode(value):gsub("\\/", "/"))
    end
  end
  local rating = (movie.ratings or {})[1]
  add("title", movie.title or movie.id)
  add("also", M.other_titles(movie))
  add("year", movie.year)
  add("minutes", movie.runtimeMinutes)
  add("directors", names(movie.directors))
  add("genres", movie.genres)
  add("rating", rating and ("%s/%s (%s)"):format(rating.value, rating.scale, rating.provider))
  add("id", movie.id)
  add("poster", poster)
  add("sources", sources)
  vim.list_extend(lines, { "---", "", "# " .. M.title(movie) })
  if movie.overview then
    vim.list_extend(lines, { "", unpack(vim.split(movie.overview.text, "\n")) })
  end
  return lines
end

---A film for the preview: what an answer has of it, which may be little.
function M.summary(movie)
  local lines = { "# " .. M.title(movie) }
  local function add(label, value)
    if value and value ~= "" then
      vim.list_extend(lines, { "", label .. value })
    end
  end
  local rating = (movie.ratings or {})[1]
  add("", table.concat(M.other_titles(movie), " · "))
  add("Directed by ", table.concat(names(movie.directors), ", "))
  add("With ", table.concat(vim.list_slice(names(movie.cast), 1, 5), ", "))
  add("", table.concat(movie.genres or {}, ", "))
  add("", movie.runtimeMinutes and movie.runtimeMinutes .. " minutes")
  add("", rating and ("%s/%s (%s)"):format(rating.value, rating.scale, rating.provider))
  add("Your card: ", M.card_note(movie))
  add("", movie.overview and movie.overview.text)
  return vim.split(table.concat(lines, "\n"), "\n")
end

local function poster_of(movie)
  for _, image in ipairs(movie.images or {}) do
    if image.kind == "poster" then
      return image.url
    end
  end
end

---Fetches a film, and calls `show` with its Markdown: with the address of its poster, and again once it is a file.
function M.describe(movie, show)
  server.request("movies/get", { id = movie.id, include = { "credits" } }, function(err, result)
    if err then
      return server.complain(server.failure(err))
    end
    local film, sources, poster = result.movie, {}, poster_of(result.movie)
    for _, source in ipairs(result.sources) do
      if source.status == "ok" or source.status == "stale" then
        table.insert(sources, source.provider)
      end
    end
    show(M.markdown(film, poster, sources))
    if poster then
      server.request("images/get", { id = film.id, kind = "poster", width = 500 }, function(_, found)
        if found then
          show(M.markdown(film, found.image.path or poster, sources))
        end
      end)
    end
  end)
end

return M
