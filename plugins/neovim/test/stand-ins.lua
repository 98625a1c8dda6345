-- Stands in for Telescope where it is not installed: a buffer for the prompt, and one for the results. Stands in for
-- fzf-lua: it keeps what a picker is made of, because fzf itself needs a terminal.

local function preload(name, module)
  package.preload[name] = function()
    return module
  end
end

local current -- the picker that is open

local Picker = {}
Picker.__index = Picker

function Picker:refresh()
  self.entries = {}
  self.finder(self.prompt, function(entry)
    table.insert(self.entries, entry)
  end, function() end)
  vim.api.nvim_buf_set_lines(self.results, 0, -1, false, vim.tbl_map(function(entry)
    return entry.display
  end, self.entries))
  if self.entries[1] and self.previewer then
    self.previewer.state = { bufnr = self.preview, winid = 0 }
    self.previewer.define_preview(self.previewer, self.entries[1])
  end
end

function Picker:find()
  vim.cmd("botright new")
  self.prompt_bufnr, self.prompt, self.entries = vim.api.nvim_get_current_buf(), "", {}
  vim.bo.buftype, vim.bo.bufhidden, vim.bo.filetype = "nofile", "wipe", "TelescopePrompt"
  self.results, self.preview = vim.api.nvim_create_buf(false, true), vim.api.nvim_create_buf(false, true)
  vim.bo[self.results].filetype = "TelescopeResults"
  current = self
  self.attach_mappings(self.prompt_bufnr, function(mode, key, action)
    vim.keymap.set(mode, key, action, { buffer = self.prompt_bufnr, nowait = true })
  end)
  vim.api.nvim_create_autocmd({ "TextChangedI", "TextChanged" }, {
    buffer = self.prompt_bufnr,
    callback = function()
      self.prompt = vim.api.nvim_get_current_line()
      self:refresh()
    end,
  })
  vim.cmd("startinsert")
end

preload("fzf-lua", {
  fzf_live = function(contents, options)
    _G.fzf_picker = { contents = contents, options = options }
  end,
})

if not pcall(require, "telescope") then
  local extensions = {}
  preload("telescope", {
    extensions = extensions,
    register_extension = function(extension)
      return extension
    end,
    load_extension = function(name)
      extensions[name] = require("telescope._extensions." .. name).exports
    end,
  })
  preload("telescope.actions", {
    close = function(buffer)
      vim.cmd("stopinsert")
      vim.api.nvim_buf_delete(buffer, { force = true })
    end,
  })
  preload("telescope.actions.state", {
    get_selected_entry = function()
      return current.entries[1]
    end,
  })
  preload("telescope.config", { values = { generic_sorter = function() end } })
  preload("telescope.pickers", {
    new = function(_, options)
      return setmetatable(options, Picker)
    end,
  })
  preload("telescope.previewers", {
    new_buffer_previewer = function(options)
      return options
    end,
  })
  preload("telescope.sorters", { empty = function() end })
  return true
end
return false
