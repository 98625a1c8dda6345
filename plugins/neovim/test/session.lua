-- Plays a reader's session in the real editor: find, look, bookmark, rate, log, box office, card, restart.
--   MARQUEE_PROGRAM=/path/to/marquee nvim --headless --clean -i NONE -n --cmd "set packpath^=FOLDER" -S session.lua
-- FOLDER/pack/test/start/marquee is this plugin; Telescope may be there, too. Exits with 1, and says what was shown, if a step fails.

local patience = 180000 -- the machine may be busy; no step takes long by itself

local function lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false)
end

local function text(buffer)
  return table.concat(lines(buffer), "\n")
end

local function fail(step, shown)
  io.stderr:write(("failed: %s\n%s\n"):format(step, shown or text()))
  vim.cmd("cquit! 1")
end

local function expect(step, condition, shown)
  if not condition then
    fail(step, shown)
  end
  io.stdout:write("ok: " .. step .. "\n")
end

local thread
local notices = {}
vim.notify = function(message)
  table.insert(notices, message)
end

-- Goes on when the condition holds, and meanwhile lets the editor work.
local function wait(step, condition)
  local waited = 0
  local timer
  timer = vim.fn.timer_start(20, function()
    waited = waited + 20
    if condition() then
      vim.fn.timer_stop(timer)
      local is_fine, problem = coroutine.resume(thread)
      if not is_fine then
        fail(step, debug.traceback(thread, problem))
      end
    elseif waited > patience then
      vim.fn.timer_stop(timer)
      fail(step, text() .. "\nnotices: " .. vim.inspect(notices))
    end
  end, { ["repeat"] = -1 })
  coroutine.yield()
  io.stdout:write("ok: " .. step .. "\n")
end

local function wait_for(step, wanted, buffer)
  wait(step, function()
    return text(buffer):find(wanted, 1, true) ~= nil
  end)
end

local function type_keys(keys)
  vim.api.nvim_input(keys)
end

local function has_notice(wanted)
  return table.concat(notices, "\n"):find(wanted, 1, true) ~= nil
end

-- The window beside the list.
local function preview()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == "markdown" then
      return buffer
    end
  end
end

local function find()
  vim.cmd("Marquee")
  wait_for("the list begins with the box office", "10 films of")
  type_keys("Parasite")
  wait_for("the film is found while its title is typed", "\n1 film\n")
  type_keys("<Esc>3G")
  wait_for("the preview shows the details", "With 송강호", preview())
end

local function keep()
  type_keys("b")
  wait_for("the film is bookmarked", "★ 기생충")
  type_keys("r")
  wait("stars are asked for", function() return vim.fn.mode() == "c" end)
  type_keys("4.5<CR>")
  wait_for("the film is rated", "4.5/5")
  type_keys("w")
  wait("a day is asked for", function() return vim.fn.mode() == "c" end)
  type_keys("<C-u>2023-04-02<CR>")
  wait_for("the day is on the card", "2023-04-02")
end

local function edit_card()
  type_keys("c")
  wait_for("the card is shown as text", "stars: 4.5\nwatched: 2023-04-02\nliked: no\ntags: ")
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { "stars: 5" })
  vim.api.nvim_buf_set_lines(0, 4, -1, false, { "tags: seoul, stairs", "", "The stairs!" })
  vim.cmd("write")
  wait("the card is stored", function() return has_notice("the card is stored") end)
  expect("the buffer is not modified after the write", not vim.bo.modified)
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { "stars: many" })
  vim.cmd("write")
  wait("a wrong value is refused", function() return has_notice("expected a number from 0 to 5, found many") end)
  vim.cmd("bwipeout!")
  wait_for("the list has the new stars", "5/5")
end

local function box_office()
  vim.cmd("Marquee boxoffice")
  wait_for("the box office has figures", "113,983")
  expect("the first film is a row", text():find("존 윅 4 (2023)", 1, true))
  type_keys("[")
  wait_for("a day that the demo does not have says so", "the demo does not have that")
  expect("the table stays", text():find("113,983", 1, true))
  vim.cmd("Marquee boxoffice 2022-12-14")
  wait_for("another day is shown", "Box office of 2022-12-14")
  vim.cmd("close")
end

local function restart()
  local list = vim.fn.bufnr("%")
  local before = text(list)
  local process = require("marquee.server").process()
  vim.loop.kill(process, "sigkill")
  wait("the program is started again", function()
    return has_notice("was started again") and require("marquee.server").process() ~= process
  end)
  expect("the list stays", text(list) == before, text(list))
  vim.cmd("Marquee restart")
  wait("it is started again when asked", function() return has_notice("marquee was started again") end)
  vim.cmd("Marquee bookmarks")
  expect("the preview is there again", preview() ~= nil)
  wait_for("the bookmark is still there", "★ 기생충")
  vim.cmd("Marquee diary")
  wait_for("the diary has the film", "5/5, 2023-04-02")
  vim.cmd("close")
end

local function complete_titles()
  vim.cmd("enew")
  vim.bo.completefunc = "v:lua.require'marquee.titles'.complete"
  for text, completed in pairs({ ["Again: para"] = "Again: Parasite", ["- [[기생"] = "- [[기생충", ["no such film"] = "no such film" }) do
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { text })
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("A<C-x><C-u><Esc>", true, false, true), "tx", false)
    expect("a title is completed in notes: " .. completed, vim.api.nvim_get_current_line() == completed)
  end
  vim.cmd("bwipeout!")
end

-- The texts of all buffers of a type.
local function texts_of(filetype)
  local texts = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buffer].filetype == filetype then
      table.insert(texts, text(buffer))
    end
  end
  return table.concat(texts, "\n")
end

local function pick_with_telescope()
  local is_stand_in = dofile(vim.env.MARQUEE_PLUGINS .. "/neovim/test/stand-ins.lua")
  io.stdout:write(is_stand_in and "Telescope is not installed, so a stand-in is used\n" or "with Telescope\n")
  local telescope = require("telescope")
  telescope.load_extension("marquee")
  telescope.extensions.marquee.search()
  wait("Telescope has the box office", function() return texts_of("TelescopeResults"):find("존 윅 4", 1, true) end)
  type_keys("Parasite")
  wait("Telescope finds a film while its title is typed", function()
    local found = texts_of("TelescopeResults")
    return found:find("기생충", 1, true) and not found:find("존 윅 4", 1, true)
  end)
  expect("its marks are shown", texts_of("TelescopeResults"):find("★ 기생충", 1, true), texts_of("TelescopeResults"))
  type_keys("<M-b>")
  wait("a bookmark is removed in Telescope", function() return not texts_of("TelescopeResults"):find("★", 1, true) end)
  type_keys("<M-b>")
  wait("and added again", function() return texts_of("TelescopeResults"):find("★ 기생충", 1, true) end)
  type_keys("<CR>")
  wait_for("the film is shown from Telescope", "# 기생충")
  vim.cmd("close")
end

-- Types a query into the stand-in for fzf-lua, and returns the lines once they have come.
local function fzf_lines(query)
  local lines_, is_complete
  fzf_picker.contents({ query })(function(text_, written)
    lines_, is_complete = text_ or lines_, is_complete or not text_
    if written then
      written()
    end
  end)
  wait("fzf-lua gets the films for " .. query, function() return is_complete end)
  return lines_
end

local function pick_with_fzf()
  require("marquee.fzf").search()
  local actions = fzf_picker.options.actions
  expect("fzf-lua lists the film with its marks", fzf_lines("Parasite"):find("^1\t★ 기생충"))
  actions["alt-b"].fn({ "1\t" })
  expect("a bookmark is removed in fzf-lua", fzf_lines("Parasite"):find("^1\t  기생충"))
  actions["alt-b"].fn({ "1\t" })
  actions.default({ "1\t" })
  wait_for("the film is shown from fzf-lua", "# 기생충")
  vim.cmd("close")
end

local function show_poster()
  vim.cmd("Marquee bookmarks")
  wait_for("the bookmark is there", "★ 기생충")
  type_keys("3GP")
  if vim.fn.executable("chafa") == 1 then
    wait("the poster is drawn", function() return vim.bo.buftype == "terminal" end)
    vim.cmd("close")
  else
    wait("without chafa, the file of the poster is named", function() return has_notice("without the program chafa") end)
  end
  vim.cmd("bwipeout!")
end

local function health_and_help()
  vim.cmd("checkhealth marquee")
  wait_for("the health check names the program", "the program: ")
  expect("the health check has no error", not text():find("ERROR", 1, true))
  vim.cmd("help marquee-keys")
  expect("there is help", vim.fn.expand("%:t") == "marquee.txt")
end

local function definitions()
  vim.fn.writefile({ "version: 1", "providers:", "  - id: shelf", "    base_ulr: https://films.example" }, "providers.yaml")
  vim.cmd("edit providers.yaml")
  wait("the language server marks a wrong key", function() return #vim.diagnostic.get(0) > 0 end)
end

-- A program that ends before it has answered is not started again and again, nor is one that a call ends.
local function unusable()
  require("marquee").setup({ command = { "sh", "-c", [[echo '{"jsonrpc":"2.0","id":0,"result":{}}'; grep -m1 -q boxOffice; exit 3]] } })
  vim.cmd("Marquee restart")
  vim.cmd("Marquee")
  wait_for("a program that a call ends is given up", "ended with 3 four times in ten minutes")
  require("marquee").setup({ command = { "sh", "-c", "exit 78" } })
  vim.cmd("Marquee restart")
  wait("a program that cannot start says why", function() return has_notice("`marquee check` shows what is wrong") end)
  require("marquee").setup({ command = { "no-such-program" } })
  vim.cmd("Marquee")
  wait_for("a program that is missing is named", "cannot find the program no-such-program")
end

local function session()
  local program = vim.env.MARQUEE_PROGRAM
  require("marquee").setup({
    command = { program, "--framing", "line", "--demo", "--data-dir", vim.fn.getcwd() .. "/data" },
    delay = 1,
  })
  find()
  keep()
  edit_card()
  box_office()
  restart()
  complete_titles()
  pick_with_telescope()
  pick_with_fzf()
  show_poster()
  health_and_help()
  definitions()
  unusable()
  vim.cmd("qall!")
end

thread = coroutine.create(session)
vim.api.nvim_create_autocmd("VimEnter", {
  callback = function()
    vim.fn.timer_start(1, function()
      local is_fine, problem = coroutine.resume(thread)
      if not is_fine then
        fail("the session", debug.traceback(thread, problem))
      end
    end)
  end,
})
