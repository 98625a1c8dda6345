-- The card of a film as a buffer: named values, an empty line, and the comment. `:write` stores it.

local film = require("marquee.film")
local library = require("marquee.library")
local server = require("marquee.server")

local M = {}

local open_cards = {} -- the film and the revision of each buffer

local function words(texts)
  return table.concat(texts or {}, ", ")
end

local function days_of(card)
  return vim.list_extend({ card.watchedOn }, card.watchedBefore or {})
end

---The text of a card.
function M.lines(movie, card)
  local lines = {
    "# " .. film.title(movie),
    "stars: " .. (card.stars and ("%g"):format(card.stars) or ""),
    "watched: " .. words(days_of(card)),
    "liked: " .. (card.liked and "yes" or "no"),
    "tags: " .. words(card.tags),
    "",
  }
  return vim.list_extend(lines, vim.split(card.comment or "", "\n"))
end

local function list_of(text)
  return vim.tbl_filter(function(word)
    return word ~= ""
  end, vim.tbl_map(vim.trim, vim.split(text, ",")))
end

local function or_null(value)
  return (value == nil or value == "" or vim.deep_equal(value, {})) and vim.NIL or value
end

-- How the text of each value is read; an error tells the reader what was expected.
local readers = {
  stars = function(text)
    return text == "" and vim.NIL or tonumber(text) or error("stars: expected a number from 0 to 5, found " .. text, 0)
  end,
  watched = function(text)
    return or_null(list_of(text))
  end,
  liked = function(text)
    local answers = { yes = true, no = false, [""] = false }
    if answers[text] == nil then
      error("liked: expected yes or no, found " .. text, 0)
    end
    return answers[text]
  end,
  tags = function(text)
    return or_null(list_of(text))
  end,
}
local parameters = { stars = "stars", watched = "watchedOn", liked = "liked", tags = "tags" }

---The parameters of `cards/put` that the text of a card stands for. Fails with a message for the reader.
function M.values(lines)
  local values = {}
  local comment = {}
  for index, line in ipairs(lines) do
    local name, text = line:match("^(%a+):%s*(.-)%s*$")
    if line == "" then
      comment = vim.list_slice(lines, index + 1)
      break
    elseif readers[name] then
      values[parameters[name]] = readers[name](text)
    elseif not line:match("^#") then
      error(("line %d: expected stars, watched, liked, or tags, found %s"):format(index, line), 0)
    end
  end
  values.comment = or_null(vim.trim(table.concat(comment, "\n")))
  return values
end

local function show(buffer, card)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, M.lines(open_cards[buffer].movie, card or {}))
  vim.bo[buffer].modified = false
end

local function load(buffer)
  local opened = open_cards[buffer]
  server.request("library/get", { ids = { opened.movie.id } }, function(err, result)
    if err then
      return server.complain(server.failure(err))
    end
    if vim.api.nvim_buf_is_valid(buffer) then
      opened.revision = result.revision
      show(buffer, result.films[1].card)
    end
  end)
end

local function write(buffer)
  local is_read, values = pcall(M.values, vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
  if not is_read then
    return server.complain(values)
  end
  local opened = open_cards[buffer]
  values.ifRevision = opened.revision
  library.put_card(opened.movie, values, function(err, result)
    if err then
      local is_outdated = err.code == 1031
      return server.complain(server.failure(err) .. (is_outdated and "; :edit shows the card as it is now" or ""))
    end
    opened.revision = result.revision
    if vim.api.nvim_buf_is_valid(buffer) then
      show(buffer, result.card)
    end
    vim.notify("marquee: the card is stored")
  end)
end

local function on(event, buffer, action)
  vim.api.nvim_create_autocmd(event, {
    buffer = buffer,
    callback = function()
      action(buffer)
    end,
  })
end

---Opens the card of a film.
function M.open(movie)
  local name = "marquee://card/" .. movie.id
  vim.cmd("botright split " .. vim.fn.fnameescape(name))
  local buffer = vim.api.nvim_get_current_buf()
  if not open_cards[buffer] then
    on("BufReadCmd", buffer, load)
    on("BufWriteCmd", buffer, write)
    on("BufWipeout", buffer, function()
      open_cards[buffer] = nil
    end)
  end
  open_cards[buffer] = { movie = movie }
  local settings = vim.bo[buffer]
  settings.buftype, settings.bufhidden, settings.swapfile, settings.filetype = "acwrite", "wipe", false, "marquee-card"
  load(buffer)
end

return M
