-- What the reader can set with require("marquee").setup({ … }).

return {
  ---The program and its arguments, as a list. By default: marquee, with the demo until there is a key.
  command = nil,
  ---Milliseconds from the last key to the search.
  delay = 150,
  ---Films for each page.
  limit = 20,
  ---Whether a window beside the list shows the film under the cursor.
  preview = true,
  ---Whether the language server checks `providers.yaml`.
  definitions = true,
  ---The language server's program and its arguments, as a list. By default: that of `command`, with `language-server`.
  definitions_command = nil,
}
