-- The picker. Line 1 is the query, line 2 says what is shown, the films follow; a window beside it shows the film under
-- the cursor.

local film = require("marquee.film")
local keys = require("marquee.keys")
local library = require("marquee.library")
local options = require("marquee.options")
local preview = require("marquee.preview")
local server = require("marquee.server")

local M = {}

local list = { movies = {}, note = "" }

local function is_open()
  return list.buffer and vim.api.nvim_buf_is_valid(list.buffer)
end

local function count(movies)
  return #movies == 1 and "1 film" or #movies .. " films"
end

local function row_of_cursor()
  local window = is_open() and vim.fn.bufwinid(list.buffer) or -1
  return window ~= -1 and vim.api.nvim_win_get_cursor(window)[1] or 1
end

-- The film under the cursor.
local function selected()
  return list.shown and list.shown[row_of_cursor() - 2]
end

-- On the line of the query, the first film is shown as it is known: no source is asked at each key.
local function draw_preview()
  local movie = selected()
  preview.show(movie or list.movies[1], movie ~= nil)
end

-- Writes the films; the cursor stays on its film.
local function draw()
  if not is_open() then
    return
  end
  local current = selected()
  local lines = { list.note }
  vim.list_extend(lines, vim.tbl_map(film.line, list.movies))
  vim.api.nvim_buf_set_lines(list.buffer, 1, -1, false, lines)
  list.shown = vim.list_extend({}, list.movies)
  local index = current and film.index_of(list.movies, current)
  if index then
    vim.api.nvim_win_set_cursor(vim.fn.bufwinid(list.buffer), { index + 2, 0 })
  end
  draw_preview()
end

local function add(movies)
  for _, movie in ipairs(movies) do
    if not film.index_of(list.movies, movie) then
      table.insert(list.movies, movie)
    end
  end
end

-- The parameters that repeat a call: as many films as are shown, so that the reader keeps the place.
local function repeated(params)
  local same = vim.deepcopy(params)
  if params.limit then
    same.cursor, same.limit = nil, math.max(params.limit, math.min(#list.movies, 100))
  end
  if params.remember then
    same.remember = false
  end
  return same
end

-- A source that could not be asked yet is asked once more, unless the list shows something else by then.
local function retry_later(seconds)
  local again = list.again
  vim.defer_fn(function()
    if list.again == again then
      again()
    end
  end, seconds * 1000)
end

local load

-- What a reader should know of an answer.
local function note_of(result)
  local notes = count(list.movies) .. (result.period and " of " .. result.period.from or "")
  notes = notes .. (list.more and ", + for more" or "")
  for _, problem in ipairs(result.problems or {}) do
    notes = notes .. " · " .. problem
  end
  return notes
end

local function show_result(method, params, result)
  add(film.films_of(result))
  local cursor = result.page and result.page.next
  if type(cursor) == "string" then
    list.more = function()
      load(method, vim.tbl_extend("force", params, { cursor = cursor }))
    end
  end
  list.note = note_of(result)
end

-- Fills the list with the films of a call, page after page; a call that still runs is cancelled.
-- If the list is to stay as it is until the answer, `is_again` is true.
load = function(method, params, is_again)
  server.cancel(list.call)
  list.method, list.more = method, nil
  local before = params.cursor and list.movies or {}
  local is_first = not params.cursor
  list.again = function()
    load(method, repeated(params), true)
  end
  list.note = is_again and list.note or "asking the sources…"
  list.call = server.request(method, params, function(err, result)
    list.call = nil
    if err then
      list.movies = is_again and list.movies or before
      list.note = server.failure(err)
      -- A page that failed can be asked for again.
      list.more = params.cursor and function()
        load(method, params)
      end or nil
      return draw()
    end
    list.movies = vim.list_extend({}, before)
    show_result(method, params, result)
    if result.incomplete and result.retryAfterSeconds and not is_again then
      retry_later(result.retryAfterSeconds)
    end
    draw()
  end, not is_again and function(part)
    if is_first then
      list.movies, is_first = {}, false
    end
    add(film.films_of(part))
    list.note = count(list.movies) .. " so far…"
    draw()
  end or nil)
  draw()
end

---Searches; without a query, the list has yesterday's box office. While the reader types, nothing is remembered.
function M.search(query, is_typing)
  if query == "" then
    load("boxOffice/daily", {})
  else
    load("movies/search", { query = query, limit = options.limit, remember = not is_typing })
  end
end

-- The part of the library that the list shows as a whole.
local parts = { ["bookmarks/list"] = "bookmarks", ["cards/list"] = "cards" }

local view = {
  movies = function()
    return list.movies
  end,
  draw = draw,
  part = function()
    return parts[list.method]
  end,
  reload = function()
    if list.again then
      list.again()
    end
  end,
}
library.add_view(view)

server.listen(function(method)
  if method == "cache/changed" and list.again then
    list.again()
  end
end)

local function more()
  if list.more then
    list.more()
  end
end

-- The last film is under the cursor: the next page follows.
local function on_move()
  draw_preview()
  if list.more and selected() and row_of_cursor() == #list.shown + 2 then
    more()
  end
end

-- A search begins when the reader has stopped typing.
local function on_typing()
  local typed = vim.api.nvim_buf_get_lines(list.buffer, 0, 1, false)[1]
  if typed == list.query then
    return
  end
  list.query = typed
  vim.fn.timer_stop(list.timer or -1)
  list.timer = vim.fn.timer_start(options.delay, function()
    M.search(typed, true)
  end)
end

local function on_close()
  vim.fn.timer_stop(list.timer or -1)
  server.cancel(list.call)
  list = { movies = {}, note = "" }
  vim.schedule(function()
    if not is_open() then
      preview.close()
    end
  end)
end

local function on(events, callback)
  vim.api.nvim_create_autocmd(events, { buffer = list.buffer, callback = callback })
end

---Opens an empty list below the other windows.
function M.open(query)
  keys.remember_origin()
  if is_open() then
    vim.api.nvim_buf_delete(list.buffer, { force = true })
    preview.close()
  end
  vim.cmd("botright new")
  list = { movies = {}, note = "", query = query, buffer = vim.api.nvim_get_current_buf() }
  local settings = vim.bo[list.buffer]
  settings.buftype, settings.bufhidden, settings.swapfile, settings.filetype = "nofile", "wipe", false, "marquee"
  vim.api.nvim_buf_set_lines(list.buffer, 0, -1, false, { query })
  vim.api.nvim_buf_set_name(list.buffer, "marquee://films")
  vim.wo.wrap, vim.wo.cursorline = false, true
  vim.fn.matchadd("Comment", [[\%2l.*]])
  preview.open()
  keys.set(list.buffer, selected)
  vim.keymap.set("n", "+", more, { buffer = list.buffer, nowait = true })
  vim.keymap.set("i", "<CR>", "<Esc>3G0", { buffer = list.buffer })
  on({ "TextChangedI", "TextChanged" }, on_typing)
  on("CursorMoved", on_move)
  on("BufWipeout", on_close)
end

---Shows the bookmarked films.
function M.bookmarks()
  M.open("")
  load("bookmarks/list", { limit = options.limit })
end

---Shows the films that the reader has watched, the last first.
function M.diary()
  M.open("")
  load("cards/list", { limit = options.limit })
end

return M
