-- Uses plugins/neovim as a reader does, and writes down what stands in the buffers.
--   nvim --headless -u NONE -S neovim.lua; MARQUEE_COMMAND is a JSON list, MARQUEE_SCENE and MARQUEE_SHOWN are named below.

vim.opt.runtimepath:prepend(vim.env.MARQUEE_PLUGINS .. "/neovim")
vim.cmd("runtime plugin/marquee.lua")
local marquee = require("marquee")
marquee.setup({ command = vim.json.decode(vim.env.MARQUEE_COMMAND), delay = 1 })

local shown = {}

local function lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false)
end

local function write(section, texts)
  vim.list_extend(shown, { "## " .. section, unpack(texts) })
end

local function finish()
  vim.fn.writefile(shown, vim.env.MARQUEE_SHOWN)
  vim.cmd("qall!")
end

local function wait(condition)
  local thread = coroutine.running()
  local timer
  local tries = 0
  timer = vim.fn.timer_start(20, function()
    tries = tries + 1
    if tries > 1500 then
      write("gave up", lines())
      finish()
    elseif condition() then
      vim.fn.timer_stop(timer)
      local is_fine, problem = coroutine.resume(thread)
      if not is_fine then
        write("failed", { problem })
        finish()
      end
    end
  end, { ["repeat"] = -1 })
  coroutine.yield()
end

local function type_keys(keys)
  vim.api.nvim_input(keys)
end

local function wait_for(text)
  wait(function()
    return table.concat(lines(), "\n"):find(text, 1, true) ~= nil
  end)
end

-- The child processes of this one: the program's.
local function write_process()
  write("process", { vim.trim(vim.fn.system("pgrep -P " .. vim.fn.getpid() .. " marquee")) })
end

local scenes = {}

function scenes.demo()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "My films", "", "The end" })
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local notes = vim.api.nvim_get_current_buf()
  vim.cmd("Marquee")
  wait_for("10 films of")
  write("box office", vim.list_slice(lines(), 1, 4))
  type_keys("Parasite")
  wait_for("\n1 film\n")
  write("search", lines())
  type_keys("<Esc>3Gb")
  wait_for("★")
  write("bookmarked", lines())
  type_keys("<CR>")
  wait_for("# 기생충")
  write("details", lines())
  type_keys("q")
  wait_for("★")
  type_keys("p")
  wait(function()
    return #lines(notes) > 3
  end)
  write("inserted", lines(notes))
  write("completed", vim.fn.getcompletion("Marquee search Para", "cmdline"))
  vim.cmd("Marquee bookmarks")
  wait_for("★")
  write("bookmarks", lines())
  write_process()
end

function scenes.typing()
  vim.cmd("Marquee")
  type_keys("slow")
  wait_for("so far")
  write("first part", lines())
  type_keys("<Esc>0Cquick")
  wait_for("+ for more")
  write("newer search", lines())
  vim.fn.writefile({ "" }, vim.env.MARQUEE_SHOWN .. ".newer")
  wait(function()
    return vim.fn.filereadable(vim.env.MARQUEE_SHOWN .. ".older") == 1
  end)
  local is_answered = false
  marquee.request("ping", {}, function()
    is_answered = true
  end)
  wait(function()
    return is_answered
  end)
  write("after the older answer", lines())
  type_keys("<Esc>4G+")
  wait_for("\n22 films\n")
  write("second page", lines())
  write("cursor", { vim.api.nvim_get_current_line() })
  write_process()
end

-- The program is killed while a source has not answered.
function scenes.killed()
  vim.cmd("Marquee")
  type_keys("slow")
  wait_for("so far")
  vim.loop.kill(require("marquee.server").process(), "sigkill")
  vim.fn.writefile({ "" }, vim.env.MARQUEE_SHOWN .. ".killed")
  wait_for("\n2 films\n")
  write("after the restart", lines())
end

function scenes.page()
  vim.cmd("Marquee search quick")
  wait_for("+ for more")
  type_keys("+")
  wait_for("too slow")
  write("failed page", lines())
  type_keys("+")
  wait_for("\n3 films\n")
  write("asked again", lines())
end

-- Two of these run side by side.
function scenes.idling()
  vim.cmd("Marquee search quick")
  wait_for("+ for more")
  type_keys("<Esc>+")
  wait_for("\n22 films\n")
  type_keys("10G")
  wait(function()
    return vim.fn.line(".") == 10
  end)
  vim.fn.writefile({ "" }, vim.env.MARQUEE_SHOWN .. ".ready")
  wait(function()
    return vim.fn.filereadable(vim.env.MARQUEE_SHOWN .. ".idled") == 1
  end)
  wait_for("★")
  write("list", lines())
  write("cursor", { vim.api.nvim_get_current_line() })
end

function scenes.poster()
  vim.cmd("Marquee search quick")
  wait_for("+ for more")
  type_keys("<Esc>3G<CR>")
  wait_for('poster: "/')
  write("poster", lines())
end

local thread = coroutine.create(function()
  scenes[vim.env.MARQUEE_SCENE]()
  finish()
end)

-- A reader begins when the editor has started.
vim.api.nvim_create_autocmd("VimEnter", {
  callback = function()
    vim.fn.timer_start(1, function()
      local is_fine, problem = coroutine.resume(thread)
      if not is_fine then
        write("failed", { problem })
        finish()
      end
    end)
  end,
})
