-- Marquee from Neovim 0.10 or later, with Content-Length framing through Neovim's own RPC client.
-- Save it on the runtime path as lua/marquee.lua, then run :lua require("marquee").box_office()

local M = {}
local client

-- Marquee speaks plain JSON-RPC: no `initialize` is needed.
local function connection()
  if client and not client.is_closing() then
    return client
  end
  client = vim.lsp.rpc.start({ "marquee", "--framing", "header" }, {
    on_exit = function(code)
      client = nil
      if code ~= 0 then
        vim.schedule(function()
          vim.notify(("marquee ended with %d; see :lua =vim.lsp.get_log_path()"):format(code), vim.log.levels.ERROR)
        end)
      end
    end,
    on_error = function(code, err)
      vim.schedule(function()
        vim.notify(("marquee: %s %s"):format(code, vim.inspect(err)), vim.log.levels.ERROR)
      end)
    end,
  })
  return client
end

---Calls a method. `handle` receives the result in the main loop; an error becomes a notification.
---@param method string
---@param params table
---@param handle fun(result: table)
function M.request(method, params, handle)
  connection().request(method, params, vim.schedule_wrap(function(err, result)
    if err then
      local hint = type(err.data) == "table" and err.data.hint or ""
      vim.notify(("marquee: %s %s"):format(err.message, hint), vim.log.levels.ERROR)
    else
      handle(result)
    end
  end))
end

---Shows lines in a new scratch window.
local function show(lines)
  vim.cmd("new")
  vim.bo.buftype, vim.bo.bufhidden = "nofile", "wipe"
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.bo.modifiable = false
end

local function title(movie)
  return movie.title or movie.id
end

-- An empty object, because an empty Lua table would be sent as [].
function M.box_office()
  M.request("boxOffice/daily", vim.empty_dict(), function(result)
    show(vim.tbl_map(function(entry)
      return ("%2d. %9s  %s"):format(entry.rank, vim.tbl_get(entry, "audience", "count") or "", title(entry.movie))
    end, result.entries))
  end)
end

---Searches, and lets the user pick one of the films.
function M.search(query)
  M.request("movies/search", { query = query }, function(result)
    if #result.movies == 0 then
      return vim.notify("No source has a film of that name")
    end
    vim.ui.select(result.movies, {
      prompt = "Film",
      format_item = function(movie)
        return ("%s (%s)"):format(title(movie), movie.year or "?")
      end,
    }, function(movie)
      if movie then
        show(vim.split(vim.inspect(movie), "\n"))
      end
    end)
  end)
end

return M
