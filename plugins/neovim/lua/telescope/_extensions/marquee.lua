-- :Telescope marquee, :Telescope marquee bookmarks, and :Telescope marquee diary. A search is not filtered: the sources
-- have matched already.

local Films = require("marquee.films")
local Preview = require("marquee.preview")
local film = require("marquee.film")
local keys = require("marquee.keys")
local library = require("marquee.library")
local options = require("marquee.options")

local telescope = require("telescope")
local actions = require("telescope.actions")
local action_state = require("telescope.actions.state")
local pickers = require("telescope.pickers")
local previewers = require("telescope.previewers")
local sorters = require("telescope.sorters")

-- The cursor stays on a film while the list of one search changes.
local same_entry = {
  __eq = function(one, other)
    return one.query == other.query and film.is_same(one.value, other.value)
  end,
}

local function entry_of(movie, query)
  return setmetatable({ value = movie, display = film.line(movie), ordinal = film.line(movie), query = query }, same_entry)
end

-- Gives Telescope the films as they are now, and searches when the prompt is another one. Each change of the films makes
-- Telescope ask again.
local function finder_of(films, searches)
  local prompt_before = ""
  return setmetatable({ close = function() end }, {
    __call = function(_, prompt, process_result, process_complete)
      if searches and prompt ~= prompt_before then
        prompt_before = prompt
        films:type(prompt)
      end
      for index, movie in ipairs(films.movies) do
        local entry = entry_of(movie, films.query)
        entry.index = index
        if process_result(entry) then
          return
        end
      end
      process_complete()
    end,
  })
end

-- The film under the cursor, with details; at the last one, the next page is loaded.
local function previewer_of(films)
  local shown
  local preview = Preview.new(function(lines)
    if shown and vim.api.nvim_buf_is_valid(shown) then
      vim.api.nvim_buf_set_lines(shown, 0, -1, false, lines)
    end
  end)
  return previewers.new_buffer_previewer({
    title = "Film",
    define_preview = function(self, entry)
      shown = self.state.bufnr
      vim.bo[shown].filetype = "markdown"
      if self.state.winid then
        vim.wo[self.state.winid].wrap, vim.wo[self.state.winid].linebreak = true, true
      end
      preview:show(entry.value, true)
      if films.more and film.index_of(films.movies, entry.value) == #films.movies then
        films.more()
      end
    end,
    teardown = function()
      preview:close()
    end,
  })
end

-- The keys are those of the list: `b` in normal mode is <M-b> while one types. <CR> and what opens a window of its own
-- close the picker.
local function map_keys(prompt_buffer, map)
  local function on_film(action, closes)
    return function()
      local entry = action_state.get_selected_entry()
      if closes then
        actions.close(prompt_buffer)
      end
      if entry then
        action(entry.value)
      end
    end
  end
  for key, action in pairs(keys.films) do
    local closes = keys.opening[key] or false
    map("n", key, on_film(action, closes))
    map("i", key == "<CR>" and key or ("<M-%s>"):format(key), on_film(action, closes))
  end
  return true
end

-- Opens a picker; `begin(films)` asks for the first films.
local function pick(title, searches, begin, picker_options)
  keys.remember_origin()
  local picker
  local films = Films.new(function()
    -- The picker may have been closed, or may not be open yet.
    if picker and vim.api.nvim_buf_is_valid(picker.prompt_bufnr or -1) then
      picker.results_title = picker.films.note
      if picker.results_border then
        picker.results_border:change_title(picker.films.note)
      end
      picker:refresh()
    end
  end)
  picker = pickers.new(picker_options or {}, {
    prompt_title = title,
    results_title = "",
    finder = finder_of(films, searches),
    sorter = searches and sorters.empty() or require("telescope.config").values.generic_sorter(picker_options or {}),
    previewer = options.preview and previewer_of(films) or nil,
    selection_strategy = "follow",
    attach_mappings = map_keys,
  })
  picker.films = films
  picker:find()
  local view = films:view(films.changed)
  library.add_view(view)
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = picker.prompt_bufnr,
    once = true,
    callback = function()
      films:close()
      library.remove_view(view)
    end,
  })
  begin(films)
end

local function search(picker_options)
  pick("Film", true, function(films)
    films:search("")
  end, picker_options)
end

local function library_list(title, method)
  return function(picker_options)
    pick(title, false, function(films)
      films:load(method, { limit = options.limit })
    end, picker_options)
  end
end

return telescope.register_extension({
  exports = {
    marquee = search,
    search = search,
    bookmarks = library_list("Bookmarks", "bookmarks/list"),
    diary = library_list("Diary", "cards/list"),
  },
})
