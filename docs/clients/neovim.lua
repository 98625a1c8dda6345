-- Marquee in Neovim 0.7 or later: search films as you type, read about them, bookmark them, insert them as Markdown.
-- Save this file as lua/marquee.lua on the runtime path and call require("marquee").setup().
--
--   :Marquee                  yesterday's box office; type on the first line to search
--   :Marquee search Parasite  <Tab> completes titles
--   :Marquee bookmarks
--
-- In the list: <CR> shows a film, b bookmarks it, p puts it as Markdown into the buffer that you came from,
-- + loads the next page, q closes.

local M = { delay = 150, limit = 20 }

-- The process: plain JSON-RPC, one message a line, no handshake. ---------------------------------------------------

local job, last_id, waiting, unread = nil, 0, {}, ""
local show_again -- repeats the call that filled the list
local library_changed -- takes what another process has changed in the library

-- Until you have a key or your own definitions, the built-in recording answers.
local function command()
  local folder = vim.env.XDG_CONFIG_HOME or vim.fn.expand("~/.config")
  local has_key = vim.env.KOFIC_API_KEY or vim.env.TMDB_READ_TOKEN or vim.env.OMDB_API_KEY
  local is_ready = has_key or vim.fn.filereadable(folder .. "/marquee/providers.yaml") == 1
  return vim.list_extend({ "marquee", "--framing", "line" }, is_ready and {} or { "--demo" })
end

local function receive(line)
  local is_read, message = pcall(vim.json.decode, line)
  if not is_read then
    return vim.notify("marquee: not a message: " .. line:sub(1, 200), vim.log.levels.ERROR)
  end
  if message.method == "$/progress" then
    local call = waiting[message.params.token]
    if call and call.part then
      call.part(message.params.value)
    end
  elseif message.method == "cache/changed" then
    if show_again then
      show_again()
    end
  elseif message.method == "library/changed" then
    library_changed(message.params)
  elseif waiting[message.id] then
    local call = waiting[message.id]
    waiting[message.id] = nil
    call.done(message.error, message.result)
  end
end

local function on_stdout(_, pieces)
  pieces[1] = unread .. pieces[1]
  unread = table.remove(pieces)
  for _, line in ipairs(pieces) do
    receive(line)
  end
end

local function on_exit(_, code)
  local unanswered = waiting
  job, waiting, unread = nil, {}, ""
  for _, call in pairs(unanswered) do
    call.done({ message = "marquee ended with " .. code })
  end
  if code ~= 0 then
    local hint = code == 78 and "; `marquee check` shows what is wrong in providers.yaml" or ""
    vim.notify(("marquee ended with %d%s"):format(code, hint), vim.log.levels.ERROR)
  end
end

local function send(method, params, id)
  if not job then
    job = vim.fn.jobstart(M.command or command(), { on_stdout = on_stdout, on_exit = on_exit })
    send("cache/watch", vim.empty_dict(), 0)
  end
  local message = { jsonrpc = "2.0", id = id, method = method, params = params }
  vim.fn.chansend(job, vim.json.encode(message) .. "\n")
end

---Calls a method and returns the id of the call.
---@param done fun(err: table?, result: any)
---@param part fun(result: table)? receives what single sources have answered, before `done`
function M.request(method, params, done, part)
  last_id = last_id + 1
  params.partialResultToken = part and last_id
  waiting[last_id] = { done = done, part = part }
  send(method, next(params) and params or vim.empty_dict(), last_id)
  return last_id
end

---Cancels a call. Its handlers are forgotten, so an answer that is already on its way changes nothing.
function M.cancel(id)
  if waiting[id] then
    waiting[id] = nil
    send("$/cancelRequest", { id = id })
  end
end

function M.stop()
  if job then
    send("shutdown", nil, 0)
    send("exit")
    vim.fn.jobwait({ job }, 2000)
  end
end

-- What films look like. --------------------------------------------------------------------------------------------

local function title(movie)
  return (movie.title or movie.id) .. (movie.year and (" (%d)"):format(movie.year) or "")
end

local function other_titles(movie)
  local texts = {}
  for _, other in ipairs(movie.titles or {}) do
    if other.text ~= movie.title then
      table.insert(texts, other.text)
    end
  end
  return texts
end

-- Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers.
local function is_same(one, other)
  for space, value in pairs(one.ids) do
    if other.ids[space] == value then
      return true
    end
  end
  return false
end

local function index_of(movies, movie)
  for index, other in ipairs(movies) do
    if is_same(movie, other) then
      return index
    end
  end
end

-- The films of an answer or of a part of it: those of a chart are in its entries.
local function films_of(answer)
  return answer.movies or vim.tbl_map(function(entry)
    return entry.movie
  end, answer.entries or {})
end

local function count(movies)
  return #movies == 1 and "1 film" or #movies .. " films"
end

local function failure(err)
  local hint = type(err.data) == "table" and err.data.hint
  return err.message .. (hint and (" (%s)"):format(hint) or "")
end

-- What a reader should know about the sources.
local function problem_notes(problems)
  return table.concat(vim.tbl_map(function(problem)
    return " · " .. problem
  end, problems or {}))
end

---A film as Markdown with front matter. JSON texts are valid YAML.
function M.markdown(movie, poster, sources)
  local lines = { "---" }
  local function add(key, value)
    if value and not vim.deep_equal(value, {}) then
      table.insert(lines, key .. ": " .. vim.json.encode(value):gsub("\\/", "/"))
    end
  end
  local names = vim.tbl_map(function(person)
    return person.name
  end, movie.directors or {})
  local rating = (movie.ratings or {})[1]
  add("title", movie.title or movie.id)
  add("also", other_titles(movie))
  add("year", movie.year)
  add("minutes", movie.runtimeMinutes)
  add("directors", names)
  add("genres", movie.genres)
  add("rating", rating and ("%s/%s (%s)"):format(rating.value, rating.scale, rating.provider))
  add("id", movie.id)
  add("poster", poster)
  add("sources", sources)
  vim.list_extend(lines, { "---", "", "# " .. title(movie) })
  if movie.overview then
    vim.list_extend(lines, { "", unpack(vim.split(movie.overview.text, "\n")) })
  end
  return lines
end

---Fetches a film, and calls `show` with its Markdown: with the address of its poster, and again once it is a file.
local function describe(movie, show)
  M.request("movies/get", { id = movie.id, include = { "credits" } }, function(err, result)
    if err then
      return vim.notify("marquee: " .. failure(err), vim.log.levels.ERROR)
    end
    local film, sources, poster = result.movie, {}, nil
    for _, source in ipairs(result.sources) do
      if source.status == "ok" or source.status == "stale" then
        table.insert(sources, source.provider)
      end
    end
    for _, image in ipairs(film.images or {}) do
      poster = poster or (image.kind == "poster" and image.url or nil)
    end
    show(M.markdown(film, poster, sources))
    if poster then
      M.request("images/get", { id = film.id, kind = "poster", width = 500 }, function(_, found)
        if found then
          show(M.markdown(film, found.image.path or poster, sources))
        end
      end)
    end
  end)
end

-- The list. Line 1 is the query, line 2 says what is shown, the films follow. --------------------------------------

local list = { movies = {}, note = "" }

local function draw()
  if not (list.buffer and vim.api.nvim_buf_is_valid(list.buffer)) then
    return
  end
  local window = vim.fn.bufwinid(list.buffer)
  local row = window ~= -1 and vim.api.nvim_win_get_cursor(window)[1] or 1
  local current = list.shown and list.shown[row - 2]
  local lines = { list.note }
  for _, movie in ipairs(list.movies) do
    local also = other_titles(movie)[1]
    table.insert(lines, (movie.bookmarked and "★ " or "  ") .. title(movie) .. (also and " · " .. also or ""))
  end
  vim.api.nvim_buf_set_lines(list.buffer, 1, -1, false, lines)
  list.shown = vim.list_extend({}, list.movies)
  local index = current and index_of(list.movies, current)
  if index then
    vim.api.nvim_win_set_cursor(window, { index + 2, 0 })
  end
end

-- Fills the list with the films of a call, page after page; a call that still runs is cancelled.
-- If the list is to stay as it is until the answer, `is_again` is true.
local function load(method, params, is_again)
  M.cancel(list.call)
  list.method = method
  local before = params.cursor and list.movies or {}
  local function add(movies)
    for _, movie in ipairs(movies) do
      if not index_of(list.movies, movie) then
        table.insert(list.movies, movie)
      end
    end
  end
  show_again = function()
    local same = vim.deepcopy(params)
    if params.limit then
      -- As many films as are shown, so that the reader keeps the place.
      same.cursor, same.limit = nil, math.max(params.limit, math.min(#list.movies, 100))
    end
    if params.remember then
      same.remember = false
    end
    load(method, same, true)
  end
  list.more = nil
  list.note = is_again and list.note or "asking the sources…"
  local is_first = not params.cursor
  list.call = M.request(method, vim.deepcopy(params), function(err, result)
    list.call = nil
    if err then
      list.movies = is_again and list.movies or before
      list.note = failure(err)
      return draw()
    end
    list.movies = vim.list_extend({}, before)
    add(films_of(result))
    local cursor = result.page and result.page.next
    if type(cursor) == "string" then
      list.more = function()
        load(method, vim.tbl_extend("force", params, { cursor = cursor }))
      end
    end
    -- A source that could not be asked yet is asked once more.
    local again = show_again
    if result.incomplete and result.retryAfterSeconds and not is_again then
      vim.defer_fn(function()
        if show_again == again then
          again()
        end
      end, result.retryAfterSeconds * 1000)
    end
    list.note = count(list.movies)
      .. (result.period and " of " .. result.period.from or "")
      .. (list.more and ", + for more" or "")
      .. problem_notes(result.problems)
    draw()
  end, not is_again and function(part)
    if is_first then
      list.movies, is_first = {}, false
    end
    add(films_of(part))
    list.note = count(list.movies) .. " so far…"
    draw()
  end or nil)
  draw()
end

-- Without ids, any film may have changed.
local function is_among(movie, ids)
  return not ids or vim.tbl_contains(ids, movie.id) or #vim.tbl_filter(function(id)
    local space, value = id:match("^(.-):(.*)$")
    return movie.ids[space] == value
  end, ids) > 0
end

-- Asks for what is shown of the library, and for nothing else: no source is asked, and the list stays.
library_changed = function(change)
  if list.method == "bookmarks/list" then
    if vim.tbl_contains(change.changed, "bookmarks") then
      show_again()
    end
    return
  end
  local ids = {}
  for _, movie in ipairs(list.movies) do
    if #ids < 500 and is_among(movie, change.ids) then
      table.insert(ids, movie.id)
    end
  end
  if #ids > 0 then
    M.request("library/get", { ids = ids }, function(_, result)
      for _, film in ipairs(result and result.films or {}) do
        for _, movie in ipairs(list.movies) do
          if movie.id == film.id then
            movie.bookmarked = film.bookmarked
          end
        end
      end
      draw()
    end)
  end
end

local function search(query, is_typing)
  if query == "" then
    load("boxOffice/daily", {})
  else
    load("movies/search", { query = query, limit = M.limit, remember = not is_typing })
  end
end

local function selected()
  return list.shown and list.shown[vim.fn.line(".") - 2]
end

local function put(movie)
  local target, row = list.origin, list.origin_row
  describe(movie, function(lines)
    -- With the address of the poster: the cache may evict its file later.
    if target and vim.api.nvim_buf_is_valid(target) then
      vim.api.nvim_buf_set_lines(target, row, row, false, lines)
      target = nil
    end
  end)
end

local function toggle_bookmark(movie)
  local is_marked = not movie.bookmarked
  M.request(is_marked and "bookmarks/add" or "bookmarks/remove", { id = movie.id }, function(err)
    if err then
      return vim.notify("marquee: " .. failure(err), vim.log.levels.ERROR)
    end
    -- The list may have been replaced meanwhile.
    local index = index_of(list.movies, movie)
    if index then
      list.movies[index].bookmarked = is_marked
      draw()
    end
  end)
end

local function show(movie)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden, vim.bo[buffer].filetype = "wipe", "markdown"
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buffer })
  describe(movie, function(lines)
    if not vim.api.nvim_buf_is_valid(buffer) then
      return
    end
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    if vim.fn.bufwinid(buffer) == -1 then
      local width, height = math.min(80, vim.o.columns - 4), math.min(#lines, vim.o.lines - 4)
      local window = vim.api.nvim_open_win(buffer, true, {
        relative = "editor", style = "minimal", border = "rounded",
        width = width, height = height, row = 1, col = math.floor((vim.o.columns - width) / 2),
      })
      vim.wo[window].wrap, vim.wo[window].linebreak = true, true
    end
  end)
end

local function open(query)
  list = { movies = {}, note = "" }
  list.origin, list.origin_row = vim.api.nvim_get_current_buf(), vim.fn.line(".")
  vim.cmd("botright new")
  list.buffer = vim.api.nvim_get_current_buf()
  local options = vim.bo[list.buffer]
  options.buftype, options.bufhidden, options.swapfile, options.filetype = "nofile", "wipe", false, "marquee"
  vim.api.nvim_buf_set_lines(list.buffer, 0, -1, false, { query })
  local function map(mode, key, action)
    vim.keymap.set(mode, key, action, { buffer = list.buffer, nowait = true })
  end
  local function on_film(action)
    return function()
      local movie = selected()
      if movie then
        action(movie)
      end
    end
  end
  map("n", "<CR>", on_film(show))
  map("n", "b", on_film(toggle_bookmark))
  map("n", "p", on_film(put))
  map("n", "q", "<Cmd>close<CR>")
  map("n", "+", function()
    if list.more then
      list.more()
    end
  end)
  map("i", "<CR>", "<Esc>3G0")
  local timer
  vim.api.nvim_create_autocmd({ "TextChangedI", "TextChanged" }, {
    buffer = list.buffer,
    callback = function()
      local typed = vim.api.nvim_buf_get_lines(list.buffer, 0, 1, false)[1]
      if typed == query then
        return
      end
      query = typed
      vim.fn.timer_stop(timer or -1)
      timer = vim.fn.timer_start(M.delay, function()
        search(query, true)
      end)
    end,
  })
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = list.buffer,
    callback = function()
      M.cancel(list.call)
      show_again, list = nil, { movies = {}, note = "" }
    end,
  })
end

-- Titles for the command line; none where the program has no `movies/suggest`.
local function complete(lead, line)
  local prefix = line:match("^%s*Marquee%s+search%s+(.*)$")
  if not prefix then
    return vim.tbl_filter(function(name)
      return vim.startswith(name, lead)
    end, { "bookmarks", "search" })
  end
  local titles
  local call = M.request("movies/suggest", { prefix = prefix, limit = 20 }, function(_, result)
    titles = {}
    for _, suggestion in ipairs(result and result.suggestions or {}) do
      -- Only the last word is replaced.
      local title = suggestion.matchedTitle or suggestion.title
      if vim.startswith(title:lower(), prefix:lower()) then
        table.insert(titles, title:sub(#prefix - #lead + 1))
      end
    end
  end)
  vim.wait(500, function()
    return titles ~= nil
  end, 10)
  M.cancel(call)
  return titles or {}
end

---`command`, `delay` in milliseconds until a search begins, `limit` for each page.
function M.setup(options)
  for name, value in pairs(options or {}) do
    M[name] = value
  end
  vim.api.nvim_create_user_command("Marquee", function(call)
    local action, query = call.args:match("^(%S*)%s*(.*)$")
    if action == "" or action == "search" then
      open(query)
      search(query)
      if query == "" then
        vim.cmd("startinsert!")
      end
    elseif action == "bookmarks" then
      open("")
      load("bookmarks/list", { limit = M.limit })
    else
      vim.notify("Marquee: expected search or bookmarks, found " .. action, vim.log.levels.ERROR)
    end
  end, { nargs = "*", complete = complete })
  vim.api.nvim_create_autocmd("VimLeavePre", { callback = M.stop })
end

return M
