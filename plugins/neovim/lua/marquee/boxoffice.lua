-- The box office as a table, with figures: `[` and `]` go to the day, week, or weekend before and after.

local film = require("marquee.film")
local keys = require("marquee.keys")
local library = require("marquee.library")
local server = require("marquee.server")

local M = {}

local table_ = { entries = {}, note = "" }
local header_lines = 2

local function is_open()
  return table_.buffer and vim.api.nvim_buf_is_valid(table_.buffer)
end

local function change_of(entry)
  local change = entry.rankChange or 0
  if entry.isNew then
    return "new"
  end
  return change > 0 and "▲" .. change or change < 0 and "▼" .. -change or "–"
end

-- 1234567 as 1,234,567.
local function grouped(number)
  local digits = ("%d"):format(number)
  local text = digits:reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

local function right(text, width)
  return (" "):rep(width - vim.fn.strdisplaywidth(text)) .. text
end

local function cells(rank, change, audience, total, share, name)
  return right(rank, 3) .. right(change, 5) .. right(audience, 12) .. right(total, 13) .. right(share, 7) .. "  " .. name
end

local function row(entry)
  local audience, sales = entry.audience or {}, entry.sales or {}
  return cells(
    tostring(entry.rank),
    change_of(entry),
    audience.count and grouped(audience.count) or "",
    audience.total and grouped(audience.total) or "",
    sales.share and ("%.1f%%"):format(sales.share) or "",
    (entry.movie.bookmarked and "★ " or "") .. film.title(entry.movie)
  )
end

local function draw()
  if not is_open() then
    return
  end
  local lines = { table_.note, cells("#", "±", "admissions", "to date", "share", "film") }
  vim.list_extend(lines, vim.tbl_map(row, table_.entries))
  vim.bo[table_.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(table_.buffer, 0, -1, false, lines)
  vim.bo[table_.buffer].modifiable = false
end

local function note_of(result)
  local period = result.period
  local days = period.from == period.to and period.from or period.from .. " to " .. period.to
  return table.concat({ "Box office of " .. days, unpack(result.problems or {}) }, " · ")
end

local function load(date)
  server.cancel(table_.call)
  local method = table_.span == "day" and "boxOffice/daily" or "boxOffice/weekly"
  local span = table_.span ~= "day" and table_.span or nil
  table_.call = server.request(method, { date = date, span = span }, function(err, result)
    table_.call = nil
    if err then
      table_.note = server.failure(err)
    else
      table_.entries, table_.period, table_.note = result.entries, result.period, note_of(result)
    end
    draw()
  end)
  draw()
end

-- The day so many days after another.
local function day_after(day, days)
  local year, month, number = day:match("(%d+)-(%d+)-(%d+)")
  return os.date("%Y-%m-%d", os.time({ year = year, month = month, day = number + days, hour = 12 }))
end

local function step(direction)
  if table_.period then
    load(direction < 0 and day_after(table_.period.from, -1) or day_after(table_.period.to, 1))
  end
end

local function selected()
  local entry = table_.entries[vim.fn.line(".") - header_lines]
  return entry and entry.movie
end

library.add_view({
  movies = function()
    return film.films_of(table_)
  end,
  draw = draw,
})

---Shows the box office of a `date`, which may be nil, over a `span`: "day", "week", "weekend", or "weekdays".
function M.open(date, span)
  keys.remember_origin()
  if is_open() then
    vim.api.nvim_buf_delete(table_.buffer, { force = true })
  end
  vim.cmd("botright new")
  table_ = { entries = {}, note = "asking the sources…", span = span, buffer = vim.api.nvim_get_current_buf() }
  local settings = vim.bo[table_.buffer]
  settings.buftype, settings.bufhidden, settings.swapfile = "nofile", "wipe", false
  settings.filetype, settings.modifiable = "marquee-boxoffice", false
  vim.api.nvim_buf_set_name(table_.buffer, "marquee://boxoffice")
  vim.wo.wrap, vim.wo.cursorline = false, true
  vim.fn.matchadd("Comment", [[\%1l.*\|\%2l.*]])
  keys.set(table_.buffer, selected)
  for key, direction in pairs({ ["["] = -1, ["]"] = 1 }) do
    vim.keymap.set("n", key, function()
      step(direction)
    end, { buffer = table_.buffer, nowait = true })
  end
  load(date)
end

return M
