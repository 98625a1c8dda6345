-- The poster of a film in a window of its own, drawn with the characters of the terminal by the program `chafa`.

local server = require("marquee.server")

local M = {}

-- A program without a cache, such as the demo, sends only the bytes.
local function file_of(image)
  if image.path then
    return image.path
  end
  local file = vim.fn.tempname()
  vim.fn.system({ "sh", "-c", 'base64 -d >"$0"', file }, image.data)
  return file
end

local function draw(file, width, height)
  local colours = vim.o.termguicolors and "full" or "256"
  local size = ("%dx%d"):format(width, height)
  return vim.fn.system({ "chafa", "-f", "symbols", "-c", colours, "-s", size, file })
end

-- A character is about twice as high as it is wide.
local function size_of(image)
  local height = vim.o.lines - 4
  local width = math.floor(height * 2 * (image.width or 2) / (image.height or 3))
  return math.max(1, math.min(width, vim.o.columns - 4)), math.max(1, height)
end

local function open(image)
  local width, height = size_of(image)
  local text = draw(file_of(image), width, height)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = "wipe"
  vim.api.nvim_open_win(buffer, true, {
    relative = "editor", style = "minimal", border = "rounded", width = width, height = height,
    row = 0, col = math.floor((vim.o.columns - width) / 2),
  })
  -- The text has the escape sequences of a terminal, so the buffer is one.
  vim.api.nvim_chan_send(vim.api.nvim_open_term(buffer, {}), (vim.trim(text):gsub("\n", "\r\n")))
  for _, key in ipairs({ "q", "<CR>", "<Esc>" }) do
    vim.keymap.set("n", key, "<Cmd>close<CR>", { buffer = buffer, nowait = true })
  end
end

---Shows the poster of a film.
function M.show(movie)
  server.request("images/get", { id = movie.id, kind = "poster", width = 500, data = true }, function(err, result)
    if err then
      return server.complain(server.failure(err))
    end
    if vim.fn.executable("chafa") == 1 then
      return open(result.image)
    end
    server.complain("cannot draw the poster without the program chafa; its file is " .. file_of(result.image))
  end)
end

return M
