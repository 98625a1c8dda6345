-- Titles of films while one types: on the command line, and in notes. No source is asked: the program suggests films that
-- it has seen.

local server = require("marquee.server")

local M = {}

local most_words = 6 -- before the cursor, which may be the beginning of a title

---The films with a title that begins with `prefix`, each with that `title`, its `year`, and its first title.
function M.suggest(prefix)
  local result = server.ask("movies/suggest", { prefix = prefix, limit = 20 }, 500)
  local found = {}
  for _, film in ipairs(result and result.suggestions or {}) do
    local title = film.matchedTitle or film.title
    if vim.startswith(title:lower(), prefix:lower()) then
      table.insert(found, { title = title, year = film.year, first = film.title })
    end
  end
  return found
end

-- Where a title may begin in a text: after a bracket or a quote, or at one of the last words, the longest first.
local function starts_of(text)
  local starts = {}
  for start in text:gmatch("()[^%s%[(\"']+") do
    table.insert(starts, start)
  end
  return vim.list_slice(starts, math.max(1, #starts - most_words + 1))
end

local found = {}

---Completes the title before the cursor, as 'completefunc' and 'omnifunc' want it.
function M.complete(is_start)
  if is_start == 0 then
    return vim.tbl_map(function(film)
      local also = film.first ~= film.title and " · " .. film.first or ""
      return { word = film.title, menu = (film.year or "") .. also, icase = 1, dup = 1 }
    end, found)
  end
  local text = vim.api.nvim_get_current_line():sub(1, vim.api.nvim_win_get_cursor(0)[2])
  for _, start in ipairs(starts_of(text)) do
    local prefix = text:sub(start)
    found = prefix == "" and {} or M.suggest(prefix)
    if #found > 0 then
      return start - 1
    end
  end
  return -3 -- leave silently: there is nothing to complete
end

return M
