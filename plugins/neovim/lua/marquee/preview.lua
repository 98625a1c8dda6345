-- What is shown beside a list: first what the list knows of the film under the cursor, then the details.

local film = require("marquee.film")
local options = require("marquee.options")
local server = require("marquee.server")

---@class marquee.Preview
local Preview = {}
Preview.__index = Preview

---Makes a preview; `write(lines)` shows its text.
function Preview.new(write)
  return setmetatable({ write = write, details = {} }, Preview)
end

-- The details, with the title of the list, so that the text stays under the reader's eye, and its marks, which are newer.
function Preview:with_details(movie)
  local known = self.details[movie.id]
  if not known then
    return movie
  end
  local shown = vim.tbl_extend("force", known, { title = movie.title, bookmarked = movie.bookmarked })
  shown.card = movie.card
  return shown
end

function Preview:fetch(movie)
  self.call = server.request("movies/get", { id = movie.id, include = { "credits" } }, function(_, result)
    if result then
      self.details[movie.id] = result.movie
      self.write(film.summary(self:with_details(movie)))
    end
  end, function(part)
    local known = film.films_of(part)[1]
    if known then
      self.write(film.summary(vim.tbl_extend("keep", known, movie)))
    end
  end)
end

---Shows a film. If `wants_details`, the sources are asked for the rest once the cursor rests on it.
function Preview:show(movie, wants_details)
  self:close()
  self.write(movie and film.summary(self:with_details(movie)) or {})
  if movie and wants_details and not self.details[movie.id] then
    self.timer = vim.fn.timer_start(options.delay, function()
      self:fetch(movie)
    end)
  end
end

---Asks for nothing more.
function Preview:close()
  vim.fn.timer_stop(self.timer or -1)
  server.cancel(self.call)
end

return Preview
