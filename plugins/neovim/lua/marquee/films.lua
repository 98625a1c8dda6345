-- A list of films that fills itself: the parts of an answer, then the merged answer, then more pages. It shows nothing:
-- `changed()` is called whenever its `movies` or its `note` differ.

local film = require("marquee.film")
local options = require("marquee.options")
local server = require("marquee.server")

---@class marquee.Films
---@field movies table[] the films so far, each once
---@field note string what a reader should know of them
---@field more fun()? loads the next page, if there is one
---@field again fun()? repeats the last call, and leaves the list as it is until the answer
---@field query string? what was searched for
---@field method string? the method of the last call
local Films = {}
Films.__index = Films

---Makes an empty list.
function Films.new(changed)
  return setmetatable({ movies = {}, note = "", changed = changed }, Films)
end

function Films:count()
  return #self.movies == 1 and "1 film" or #self.movies .. " films"
end

function Films:add(movies)
  for _, movie in ipairs(movies) do
    if not film.index_of(self.movies, movie) then
      table.insert(self.movies, movie)
    end
  end
end

-- The parameters that repeat a call: as many films as are shown, so that the reader keeps the place.
function Films:repeated(params)
  local same = vim.deepcopy(params)
  if params.limit then
    same.cursor, same.limit = nil, math.max(params.limit, math.min(#self.movies, 100))
  end
  if params.remember then
    same.remember = false
  end
  return same
end

-- A source that could not be asked yet is asked once more, unless the list shows something else by then.
function Films:retry_later(seconds)
  local again = self.again
  vim.defer_fn(function()
    if self.again == again then
      again()
    end
  end, seconds * 1000)
end

function Films:note_of(result)
  local notes = self:count() .. (result.period and " of " .. result.period.from or "")
  notes = notes .. (self.more and ", + for more" or "")
  for _, problem in ipairs(result.problems or {}) do
    notes = notes .. " · " .. problem
  end
  return notes
end

function Films:take_result(method, params, result)
  self:add(film.films_of(result))
  local cursor = result.page and result.page.next
  if type(cursor) == "string" then
    self.more = function()
      self:load(method, vim.tbl_extend("force", params, { cursor = cursor }))
    end
  end
  self.note = self:note_of(result)
end

-- What takes the answers of single sources. The first one replaces the films of the call before.
function Films:part_taker(is_first)
  return function(part)
    if is_first then
      self.movies, is_first = {}, false
    end
    self:add(film.films_of(part))
    self.note = self:count() .. " so far…"
    self.changed()
  end
end

---Fills the list with the films of a call, page after page; a call that still runs is cancelled.
---If the list is to stay as it is until the answer, `is_again` is true.
function Films:load(method, params, is_again)
  self:cancel()
  self.method, self.more = method, nil
  local before = params.cursor and self.movies or {}
  self.again = function()
    self:load(method, self:repeated(params), true)
  end
  self.note = is_again and self.note or "asking the sources…"
  self.call = server.request(method, params, function(err, result)
    self.call = nil
    if err then
      self.movies = is_again and self.movies or before
      self.note = server.failure(err)
      -- A page that failed can be asked for again.
      self.more = params.cursor and function()
        self:load(method, params)
      end or nil
      return self.changed()
    end
    self.movies = vim.list_extend({}, before)
    self:take_result(method, params, result)
    if result.incomplete and result.retryAfterSeconds and not is_again then
      self:retry_later(result.retryAfterSeconds)
    end
    self.changed()
  end, not is_again and self:part_taker(not params.cursor) or nil)
  self.changed()
end

---Searches; without a query, the list has yesterday's box office. While the reader types, nothing is remembered.
function Films:search(query, is_typing)
  self.query = query
  if query == "" then
    self:load("boxOffice/daily", {})
  else
    self:load("movies/search", { query = query, limit = options.limit, remember = not is_typing })
  end
end

---Searches once the reader has stopped typing.
function Films:type(query)
  vim.fn.timer_stop(self.timer or -1)
  self.timer = vim.fn.timer_start(options.delay, function()
    self:search(query, true)
  end)
end

---Gives up the call that still runs.
function Films:cancel()
  vim.fn.timer_stop(self.timer or -1)
  server.cancel(self.call)
end

---The list will not be shown any more.
function Films:close()
  self:cancel()
  self.again, self.more = nil, nil
end

-- The part of the library that a method lists as a whole.
local parts = { ["bookmarks/list"] = "bookmarks", ["cards/list"] = "cards" }

---The list as one of the views of the library, which `draw()` shows.
function Films:view(draw)
  return {
    movies = function()
      return self.movies
    end,
    draw = draw,
    part = function()
      return parts[self.method]
    end,
    reload = function()
      if self.again then
        self.again()
      end
    end,
  }
end

return Films
