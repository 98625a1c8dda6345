-- Marquee in Neovim 0.7 or later. :help marquee explains the commands, the keys, and the options.

local list = require("marquee.list")
local options = require("marquee.options")
local server = require("marquee.server")
local titles = require("marquee.titles")

local M = { request = server.request, cancel = server.cancel, stop = server.stop }

---Sets options; see :help marquee-options. It need not be called.
function M.setup(changes)
  for name, value in pairs(changes or {}) do
    options[name] = value
  end
end

local spans = { "day", "week", "weekend", "weekdays" }

-- :Marquee boxoffice [SPAN] [DATE]
local function box_office(words)
  local span, date = words:match("^(%a+)%s*(%S*)$")
  if not vim.tbl_contains(spans, span) then
    span, date = "day", words
  end
  require("marquee.boxoffice").open(date ~= "" and date or nil, span)
end

local function restart()
  server.restart()
  server.request("ping", {}, function(err)
    vim.notify(err and "marquee: " .. server.failure(err) or "marquee was started again")
  end)
end

local actions = {
  search = function(query)
    list.open(query)
    list.search(query)
    if query == "" then
      vim.cmd("startinsert!")
    end
  end,
  boxoffice = box_office,
  bookmarks = list.bookmarks,
  diary = list.diary,
  restart = restart,
}

---Carries out the arguments of :Marquee.
function M.run(arguments)
  local name, rest = vim.trim(arguments):match("^(%S*)%s*(.*)$")
  local action = actions[name == "" and "search" or name]
  if action then
    return action(rest)
  end
  local names = vim.tbl_keys(actions)
  table.sort(names)
  server.complain(("expected %s, found %s"):format(table.concat(names, ", "), name))
end

---Completes the command line of :Marquee.
function M.complete(lead, line)
  local prefix = line:match("^%s*Marquee%s+search%s+(.*)$")
  if prefix then
    return vim.tbl_map(function(film)
      return film.title:sub(#prefix - #lead + 1) -- only the last word is replaced
    end, titles.suggest(prefix))
  end
  local names = line:match("^%s*Marquee%s+boxoffice%s") and spans or vim.tbl_keys(actions)
  local matching = vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
  table.sort(matching)
  return matching
end

return M
