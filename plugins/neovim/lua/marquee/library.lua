-- Bookmarks and cards: what a reader changes of a film, and what other programs have changed.

local film = require("marquee.film")
local server = require("marquee.server")

local M = {}

-- What shows films: each has `movies()` and `draw()`. A list also has `reload()`, and `part()`, the part of the library
-- that it lists, if it lists one.
local views = {}

function M.add_view(view)
  views[view] = true
end

function M.remove_view(view)
  views[view] = nil
end

-- Changes a film wherever it is shown. The lists may have been replaced since the reader chose it.
local function mark(movie, change)
  change(movie)
  for view in pairs(views) do
    local has_changed = false
    for _, other in ipairs(view.movies()) do
      if film.is_same(movie, other) then
        change(other)
        has_changed = true
      end
    end
    if has_changed then
      view.draw()
    end
  end
end

---Bookmarks a film, or removes its bookmark.
function M.toggle_bookmark(movie)
  local is_marked = not movie.bookmarked
  server.request(is_marked and "bookmarks/add" or "bookmarks/remove", { id = movie.id }, function(err)
    if err then
      return server.complain(server.failure(err))
    end
    mark(movie, function(shown)
      shown.bookmarked = is_marked
    end)
  end)
end

---Writes values on the card of a film, and calls `done(err, result)`.
function M.put_card(movie, values, done)
  local params = vim.tbl_extend("force", { id = movie.id }, values)
  server.request("cards/put", params, function(err, result)
    if not err then
      mark(movie, function(shown)
        shown.card = result.card
      end)
    elseif not done then
      server.complain(server.failure(err))
    end
    if done then
      done(err, result)
    end
  end)
end

---Asks for stars, and writes them on the card.
function M.rate(movie)
  local old = movie.card and movie.card.stars
  vim.ui.input({ prompt = "Stars, 0 to 5: ", default = old and ("%g"):format(old) or "" }, function(text)
    local stars = tonumber(text)
    if stars then
      M.put_card(movie, { stars = stars })
    elseif text and text ~= "" then
      server.complain("expected a number from 0 to 5, found " .. text)
    end
  end)
end

---Asks for the day on which the film was watched, and adds it to the card.
function M.log(movie)
  vim.ui.input({ prompt = "Watched on: ", default = "today" }, function(day)
    if day and day ~= "" then
      M.put_card(movie, { watchedOn = day, rewatch = movie.card ~= nil and movie.card.watchedOn ~= nil })
    end
  end)
end

local function refresh_marks(view, ids)
  local asked = {}
  for _, movie in ipairs(view.movies()) do
    if #asked < 500 and film.is_among(movie, ids) then
      table.insert(asked, movie.id)
    end
  end
  if #asked == 0 then
    return
  end
  server.request("library/get", { ids = asked }, function(_, result)
    for _, standing in ipairs(result and result.films or {}) do
      for _, movie in ipairs(view.movies()) do
        if movie.id == standing.id then
          movie.bookmarked, movie.card = standing.bookmarked, standing.card
        end
      end
    end
    view.draw()
  end)
end

-- Another program has changed the library: asks for what is shown of it, and for nothing else, so that no source is
-- asked and the lists stay as they are.
local function on_change(change)
  for view in pairs(views) do
    local part = view.part and view.part()
    if not part then
      refresh_marks(view, change.ids)
    elseif not change.changed or vim.tbl_contains(change.changed, part) then
      view.reload()
    end
  end
end

server.listen(function(method, params)
  if method == "library/changed" or method == "restarted" then
    on_change(params)
  elseif method == "cache/changed" then
    for view in pairs(views) do
      if view.reload then
        view.reload()
      end
    end
  end
end)

return M
