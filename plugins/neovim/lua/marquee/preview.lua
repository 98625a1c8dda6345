-- The window beside the list, which shows the film under the cursor: first what the list knows, then the details.

local film = require("marquee.film")
local options = require("marquee.options")
local server = require("marquee.server")

local M = {}

local buffer, timer, call
local details = {} -- what `movies/get` has answered since the list was opened, by the film's id

local function write(movie)
  if buffer and vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, movie and film.summary(movie) or {})
  end
end

-- The details, with the marks of the list, which are newer.
local function with_details(movie)
  local known = details[movie.id]
  if not known then
    return movie
  end
  local shown = vim.tbl_extend("force", known, { bookmarked = movie.bookmarked })
  shown.card = movie.card
  return shown
end

local function fetch(movie)
  call = server.request("movies/get", { id = movie.id, include = { "credits" } }, function(_, result)
    if result then
      details[movie.id] = result.movie
      write(with_details(movie))
    end
  end, function(part)
    local known = film.films_of(part)[1]
    if known then
      write(vim.tbl_extend("keep", known, movie))
    end
  end)
end

---Shows a film. If `wants_details`, the sources are asked for the rest once the cursor rests on it.
function M.show(movie, wants_details)
  if not buffer then
    return
  end
  vim.fn.timer_stop(timer or -1)
  server.cancel(call)
  write(movie and with_details(movie))
  if movie and wants_details and not details[movie.id] then
    timer = vim.fn.timer_start(options.delay, function()
      fetch(movie)
    end)
  end
end

---Opens the window to the right of the current one, which stays current.
function M.open()
  if not options.preview or vim.o.columns < 60 then
    return
  end
  local list = vim.api.nvim_get_current_win()
  vim.cmd("rightbelow vnew")
  buffer = vim.api.nvim_get_current_buf()
  local settings = vim.bo[buffer]
  settings.buftype, settings.bufhidden, settings.swapfile, settings.filetype = "nofile", "wipe", false, "markdown"
  vim.api.nvim_buf_set_name(buffer, "marquee://film")
  vim.wo.wrap, vim.wo.linebreak, vim.wo.number = true, true, false
  vim.api.nvim_set_current_win(list)
end

---Closes the window.
function M.close()
  vim.fn.timer_stop(timer or -1)
  server.cancel(call)
  if buffer and vim.api.nvim_buf_is_valid(buffer) then
    vim.api.nvim_buf_delete(buffer, { force = true })
  end
  buffer, details = nil, {}
end

return M
