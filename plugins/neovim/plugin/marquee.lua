-- Defines :Marquee at start; everything else is loaded when it is first used.
if vim.g.loaded_marquee then
  return
end
vim.g.loaded_marquee = true

vim.api.nvim_create_user_command("Marquee", function(call)
  require("marquee").run(call.args)
end, {
  nargs = "*",
  desc = "Search films, and show the box office, bookmarks, and the diary",
  complete = function(lead, line)
    return require("marquee").complete(lead, line)
  end,
})

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  group = vim.api.nvim_create_augroup("marquee_definitions", {}),
  pattern = "providers.yaml",
  callback = function(event)
    require("marquee.definitions").attach(event.buf)
  end,
})
