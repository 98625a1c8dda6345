" Definitions of sources are YAML, and have a language server of their own.
autocmd BufNewFile,BufRead providers.yaml set filetype=yaml.marquee
