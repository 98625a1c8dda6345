" Defines :Marquee at start; everything else is loaded when it is first used. :help marquee explains it.
if exists('g:loaded_marquee') || !has('job') || v:version < 900
  finish
endif
let g:loaded_marquee = 1

command! -nargs=* -complete=customlist,marquee#Complete Marquee call marquee#Run(<q-args>)

" With the plugin vim-lsp, the language server checks `providers.yaml`.
autocmd User lsp_setup call lsp#register_server({'name': 'marquee', 'allowlist': ['yaml.marquee'],
      \ 'cmd': {_ -> marquee#server#LanguageServer()}})
