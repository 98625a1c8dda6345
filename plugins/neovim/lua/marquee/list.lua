-- The picker. Line 1 is the query, line 2 says what is shown, the films follow; a window beside it shows the film under
-- the cursor.

local Films = require("marquee.films")
local Preview = require("marquee.preview")
local film = require("marquee.film")
local keys = require("marquee.keys")
local library = require("marquee.library")
local options = require("marquee.options")

local M = {}

local list = {} -- the buffer, its films, and its preview

local function is_open()
  return list.buffer and vim.api.nvim_buf_is_valid(list.buffer)
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
  if list.preview then
    list.preview:show(movie or list.films.movies[1], movie ~= nil)
  end
end

-- Writes the films; the cursor stays on its film.
local function draw()
  if not is_open() then
    return
  end
  local current = selected()
  local lines = { list.films.note }
  vim.list_extend(lines, vim.tbl_map(film.line, list.films.movies))
  vim.api.nvim_buf_set_lines(list.buffer, 1, -1, false, lines)
  list.shown = vim.list_extend({}, list.films.movies)
  local index = current and film.index_of(list.shown, current)
  if index then
    vim.api.nvim_win_set_cursor(vim.fn.bufwinid(list.buffer), { index + 2, 0 })
  end
  draw_preview()
end

---Searches, and shows what is found.
function M.search(query)
  list.films:search(query)
end

local function more()
  if list.films.more then
    list.films.more()
  end
end

-- The last film is under the cursor: the next page follows.
local function on_move()
  draw_preview()
  if selected() and row_of_cursor() == #list.shown + 2 then
    more()
  end
end

local function on_typing()
  local typed = vim.api.nvim_buf_get_lines(list.buffer, 0, 1, false)[1]
  if typed ~= list.query then
    list.query = typed
    list.films:type(typed)
  end
end

local function close_preview()
  if list.preview then
    list.preview:close()
    if vim.api.nvim_buf_is_valid(list.preview.buffer) then
      vim.api.nvim_buf_delete(list.preview.buffer, { force = true })
    end
  end
end

local function on_close()
  local closed = list
  closed.films:close()
  library.remove_view(closed.view)
  vim.schedule(function()
    if list == closed then
      close_preview()
      list = {}
    end
  end)
end

local function on(events, callback)
  vim.api.nvim_create_autocmd(events, { buffer = list.buffer, callback = callback })
end

-- Opens the preview to the right of the list, which stays current.
local function open_preview()
  if not options.preview or vim.o.columns < 60 then
    return
  end
  local window = vim.api.nvim_get_current_win()
  vim.cmd("rightbelow vnew")
  local buffer = vim.api.nvim_get_current_buf()
  local settings = vim.bo[buffer]
  settings.buftype, settings.bufhidden, settings.swapfile, settings.filetype = "nofile", "wipe", false, "markdown"
  vim.api.nvim_buf_set_name(buffer, "marquee://film")
  vim.wo.wrap, vim.wo.linebreak, vim.wo.number = true, true, false
  vim.api.nvim_set_current_win(window)
  list.preview = Preview.new(function(lines)
    if vim.api.nvim_buf_is_valid(buffer) then
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    end
  end)
  list.preview.buffer = buffer
end

---Opens an empty list below the other windows.
function M.open(query)
  keys.remember_origin()
  if is_open() then
    close_preview()
    vim.api.nvim_buf_delete(list.buffer, { force = true })
  end
  vim.cmd("botright new")
  list = { query = query, buffer = vim.api.nvim_get_current_buf(), films = Films.new(draw) }
  local settings = vim.bo[list.buffer]
  settings.buftype, settings.bufhidden, settings.swapfile, settings.filetype = "nofile", "wipe", false, "marquee"
  vim.api.nvim_buf_set_lines(list.buffer, 0, -1, false, { query })
  vim.api.nvim_buf_set_name(list.buffer, "marquee://films")
  vim.wo.wrap, vim.wo.linebreak, vim.wo.breakindent, vim.wo.cursorline = true, true, true, true
  vim.fn.matchadd("Comment", [[\%2l.*]])
  open_preview()
  list.view = list.films:view(draw)
  library.add_view(list.view)
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
  list.films:load("bookmarks/list", { limit = options.limit })
end

---Shows the films that the reader has watched, the last first.
function M.diary()
  M.open("")
  list.films:load("cards/list", { limit = options.limit })
end

return M
