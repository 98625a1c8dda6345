-- The language server for `providers.yaml`: problems, explanations, completion, and corrections.

local options = require("marquee.options")
local server = require("marquee.server")

local M = {}

local client -- of Neovim 0.7, which starts a server only by hand

---The program and its arguments.
function M.command()
  return options.definitions_command or { server.command()[1], "language-server" }
end

local function configuration(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  return {
    name = "marquee",
    cmd = M.command(),
    root_dir = vim.fn.fnamemodify(path, ":p:h"),
  }
end

---Checks a buffer with the language server.
function M.attach(buffer)
  if not options.definitions or vim.fn.executable(M.command()[1]) ~= 1 then
    return
  end
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  if vim.lsp.start then
    vim.lsp.start(configuration(buffer), { bufnr = buffer })
    return
  end
  if not (client and vim.lsp.get_client_by_id(client)) then
    client = vim.lsp.start_client(configuration(buffer))
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

return M
