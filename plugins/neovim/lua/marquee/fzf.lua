-- A picker of fzf-lua: require("marquee.fzf").search(), .bookmarks(), or .diary(). fzf cannot take back a line, so the
-- films come once all sources have answered, or after three seconds those that have come.

local Preview = require("marquee.preview")
local film = require("marquee.film")
local keys = require("marquee.keys")
local library = require("marquee.library")
local options = require("marquee.options")
local server = require("marquee.server")

local M = {}

local movies = {} -- those of the newest answer: a line begins with the place of its film

local function film_of(line)
  return movies[tonumber(line and line:match("^%d+"))]
end

-- Calls a method, and hands its films to fzf as lines.
local function lines_of(method, params)
  return function(write)
    server.request(method, params, function(err, result)
      if err then
        server.complain(server.failure(err))
        return write(nil)
      end
      movies = film.films_of(result)
      local lines = {}
      for index, movie in ipairs(movies) do
        table.insert(lines, ("%d\t%s"):format(index, film.line(movie)))
      end
      for _, problem in ipairs(result.problems or {}) do
        vim.notify("marquee: " .. problem, vim.log.levels.WARN)
      end
      if #lines == 0 then
        return write(nil)
      end
      write(table.concat(lines, "\n"), function()
        write(nil)
      end)
    end)
  end
end

local function previewer()
  local base = require("fzf-lua.previewer.builtin").base
  local Film = base:extend()
  function Film:new(...)
    Film.super.new(self, ...)
    setmetatable(self, Film)
    return self
  end
  function Film:populate_preview_buf(line)
    local movie = film_of(line)
    if not movie then
      return
    end
    local buffer = self:get_tmp_buffer()
    vim.bo[buffer].filetype = "markdown"
    self:set_preview_buf(buffer)
    if self.preview then
      self.preview:close()
    end
    self.preview = Preview.new(function(lines)
      if vim.api.nvim_buf_is_valid(buffer) then
        vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
      end
    end)
    self.preview:show(movie, true)
  end
  return Film
end

-- A bookmark is shown at once: fzf asks for the lines again when the change is stored.
local function toggle_bookmark(selected)
  local movie = film_of(selected[1])
  if movie then
    local before = movie.bookmarked
    library.toggle_bookmark(movie)
    vim.wait(2000, function()
      return movie.bookmarked ~= before
    end, 10)
  end
end

local function actions()
  local all = {}
  for key, action in pairs(keys.films) do
    all[key == "<CR>" and "default" or "alt-" .. key] = function(selected)
      local movie = film_of(selected[1])
      if movie then
        action(movie)
      end
    end
  end
  all["alt-b"] = { fn = toggle_bookmark, reload = true }
  return all
end

local function picker(title)
  keys.remember_origin()
  return {
    prompt = title .. "> ",
    actions = actions(),
    previewer = options.preview and { _ctor = previewer } or false,
    fzf_opts = { ["--delimiter"] = "\t", ["--with-nth"] = "2.." },
    query_delay = options.delay,
    exec_empty_query = true,
  }
end

---Searches as one types.
function M.search()
  require("fzf-lua").fzf_live(function(typed)
    local query = type(typed) == "table" and typed[1] or typed or ""
    if query == "" then
      return lines_of("boxOffice/daily", { timeout = 3 })
    end
    return lines_of("movies/search", { query = query, limit = 100, remember = false, timeout = 3 })
  end, picker("Film"))
end

local function library_list(title, method)
  return function()
    require("fzf-lua").fzf_exec(lines_of(method, { limit = 100 }), picker(title))
  end
end

---The films that are bookmarked.
M.bookmarks = library_list("Bookmarks", "bookmarks/list")

---The films that the reader has watched, the last first.
M.diary = library_list("Diary", "cards/list")

return M
