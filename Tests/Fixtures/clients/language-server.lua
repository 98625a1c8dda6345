-- Opens a definition in Neovim with `marquee language-server`, and writes down what the editor shows of it.
--   nvim --headless -u NONE -S language-server.lua; MARQUEE_COMMAND is a JSON list, MARQUEE_SHOWN the file to write.

local shown = {}

local function write(section, texts)
  vim.list_extend(shown, { "## " .. section, unpack(texts) })
end

local function wait(condition)
  if not vim.wait(30000, condition, 20) then
    write("gave up", vim.api.nvim_buf_get_lines(0, 0, -1, false))
  end
end

vim.cmd("edit providers.yaml")
local client = vim.lsp.start_client({ name = "marquee", cmd = vim.json.decode(vim.env.MARQUEE_COMMAND) })
vim.lsp.buf_attach_client(0, client)

local function problems()
  return vim.tbl_map(function(problem)
    return ("%d:%d: %s"):format(problem.lnum + 1, problem.col + 1, problem.message)
  end, vim.diagnostic.get(0))
end

wait(function() return #vim.diagnostic.get(0) > 0 end)
write("problems", problems())

local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  return answers[client].result
end

vim.api.nvim_win_set_cursor(0, { 7, 8 })
write("hover", { vim.split(ask("textDocument/hover").contents.value, "\n")[1] })

-- Accepts the correction, as a key of the reader does, and waits until the problem is gone.
local actions = ask("textDocument/codeAction", {
  range = { start = { line = 0, character = 0 }, ["end"] = { line = 20, character = 0 } },
  context = { diagnostics = vim.tbl_map(function(problem) return problem.user_data.lsp and vim.tbl_extend("force", {
    range = {
      start = { line = problem.lnum, character = problem.col },
      ["end"] = { line = problem.end_lnum, character = problem.end_col },
    },
    message = problem.message,
  }, { data = problem.user_data.lsp.data }) end, vim.diagnostic.get(0)) },
})
write("action", { actions[1] and actions[1].title or "none" })
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
wait(function() return #vim.diagnostic.get(0) == 0 end)
write("corrected", { vim.trim(vim.fn.getline(10)), unpack(problems()) })

-- A new key is completed.
vim.fn.append(10, "        p")
vim.api.nvim_win_set_cursor(0, { 11, 9 })
vim.wait(200)
local items = ask("textDocument/completion")
write("completion", vim.tbl_map(function(item) return item.label end, vim.tbl_filter(function(item)
  return vim.startswith(item.label, "p")
end, items.items or items)))

vim.fn.writefile(shown, vim.env.MARQUEE_SHOWN)
vim.lsp.stop_client(client)
vim.wait(2000, function() return vim.lsp.client_is_stopped(client) end)
vim.cmd("qall!")
