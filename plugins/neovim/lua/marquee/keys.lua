-- The keys of every buffer that shows films.

local film = require("marquee.film")
local library = require("marquee.library")

local M = {}

local origin = {} -- where the reader came from: a buffer and a row

---Remembers the place into which `p` puts films.
function M.remember_origin()
  if not vim.bo.filetype:match("^marquee") then
    origin = { buffer = vim.api.nvim_get_current_buf(), row = vim.fn.line(".") }
  end
end

-- With the address of the poster: the cache may evict its file later.
local function put(movie)
  local target, row = origin.buffer, origin.row
  film.describe(movie, function(lines)
    if target and vim.api.nvim_buf_is_valid(target) then
      vim.api.nvim_buf_set_lines(target, row, row, false, lines)
      target = nil
    end
  end)
end

-- The lines that a text takes in a window of this width.
local function height_of(lines, width)
  local height = 0
  for _, line in ipairs(lines) do
    -- One more for a line that is wrapped: words are kept whole.
    local rows = math.ceil(vim.fn.strdisplaywidth(line) / width)
    height = height + math.max(1, rows > 1 and rows + 1 or rows)
  end
  return height
end

local function open_window(buffer, lines)
  local width = math.min(80, vim.o.columns - 4)
  local height = height_of(lines, width)
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = "editor", style = "minimal", border = "rounded",
    width = width, height = math.max(1, math.min(height, vim.o.lines - 4)),
    row = 1, col = math.floor((vim.o.columns - width) / 2),
  })
  vim.wo[window].wrap, vim.wo[window].linebreak = true, true
end

---Shows a film in a window of its own.
function M.show(movie)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden, vim.bo[buffer].filetype = "wipe", "markdown"
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buffer })
  film.describe(movie, function(lines)
    if not vim.api.nvim_buf_is_valid(buffer) then
      return
    end
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    if vim.fn.bufwinid(buffer) == -1 then
      open_window(buffer, lines)
    end
  end)
end

---What each key does; :help marquee-keys says the same.
M.films = {
  ["<CR>"] = M.show,
  b = library.toggle_bookmark,
  r = library.rate,
  w = library.log,
  c = function(movie)
    require("marquee.card").open(movie)
  end,
  p = put,
  P = function(movie)
    require("marquee.poster").show(movie)
  end,
}

---The keys that open a window.
M.opening = { ["<CR>"] = true, c = true, P = true }

---Sets the keys of a buffer; `selected()` returns the film under the cursor, if there is one.
function M.set(buffer, selected)
  for key, action in pairs(M.films) do
    vim.keymap.set("n", key, function()
      local movie = selected()
      if movie then
        action(movie)
      end
    end, { buffer = buffer, nowait = true })
  end
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buffer, nowait = true })
  vim.keymap.set("n", "g?", "<Cmd>help marquee-keys<CR>", { buffer = buffer, nowait = true })
end

return M
