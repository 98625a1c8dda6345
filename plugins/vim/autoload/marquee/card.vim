" The card of a film as a buffer: named values, an empty line, and the comment. :write stores it.

let s:names = {'stars': 'stars', 'watched': 'watchedOn', 'liked': 'liked', 'tags': 'tags'}

" The text of a card.
function! s:Lines(movie, card) abort
  let days = (has_key(a:card, 'watchedOn') ? [a:card.watchedOn] : []) + get(a:card, 'watchedBefore', [])
  return ['# ' .. marquee#film#Title(a:movie),
        \ 'stars: ' .. marquee#film#Stars(a:card),
        \ 'watched: ' .. join(days, ', '),
        \ 'liked: ' .. (get(a:card, 'liked') ? 'yes' : 'no'),
        \ 'tags: ' .. join(get(a:card, 'tags', []), ', '),
        \ ''] + split(get(a:card, 'comment', ''), "\n", 1)
endfunction

" The value of a parameter of `cards/put`; null removes what is there.
function! s:Value(name, text) abort
  if a:name ==# 'liked'
    if a:text !~# '^\(yes\|no\|\)$'
      throw 'liked: expected yes or no, found ' .. a:text
    endif
    return a:text ==# 'yes' ? v:true : v:false
  elseif empty(a:text)
    return v:null
  elseif a:name ==# 'stars'
    if a:text !~# '^\d\+\(\.\d\+\)\?$'
      throw 'stars: expected a number from 0 to 5, found ' .. a:text
    endif
    return str2float(a:text)
  endif
  return split(a:text, '\s*,\s*')
endfunction

" The parameters that a text stands for. Throws a message for the reader.
function! s:Values(lines) abort
  let values = {}
  let end = index(a:lines, '')
  for line in end < 0 ? a:lines : a:lines[: end - 1]
    let [name, text] = (matchlist(line, '^\(\a\+\):\s*\(.\{-}\)\s*$') + ['', '', ''])[1:2]
    if has_key(s:names, name)
      let values[s:names[name]] = s:Value(name, text)
    elseif line !~# '^#'
      throw 'expected stars, watched, liked, or tags, found ' .. line
    endif
  endfor
  let comment = end < 0 ? '' : trim(join(a:lines[end + 1 :], "\n"))
  let values.comment = empty(comment) ? v:null : comment
  return values
endfunction

function! s:Show(buffer, card) abort
  let lines = s:Lines(getbufvar(a:buffer, 'marquee_movie'), a:card)
  call setbufline(a:buffer, 1, lines)
  call deletebufline(a:buffer, len(lines) + 1, '$')
  call setbufvar(a:buffer, '&modified', 0)
endfunction

function! s:Load(buffer) abort
  let buffer = a:buffer
  function! s:Loaded(error, result) closure abort
    if !empty(a:error)
      call marquee#server#Complain(marquee#server#Failure(a:error))
    elseif bufexists(buffer)
      call setbufvar(buffer, 'marquee_revision', a:result.revision)
      call s:Show(buffer, get(a:result.films[0], 'card', {}))
    endif
  endfunction
  call marquee#server#Request('library/get', {'ids': [getbufvar(buffer, 'marquee_movie').id]}, funcref('s:Loaded'))
endfunction

function! s:Write(buffer) abort
  let buffer = a:buffer
  try
    let values = s:Values(getbufline(buffer, 1, '$'))
  catch
    return marquee#server#Complain(v:exception)
  endtry
  let values.ifRevision = getbufvar(buffer, 'marquee_revision')
  function! s:Written(error, result) closure abort
    if !empty(a:error)
      let hint = get(a:error, 'code') == 1031 ? '; :edit shows the card as it is now' : ''
      return marquee#server#Complain(marquee#server#Failure(a:error) .. hint)
    endif
    if bufexists(buffer)
      call setbufvar(buffer, 'marquee_revision', a:result.revision)
      call s:Show(buffer, a:result.card)
    endif
    echomsg 'marquee: the card is stored'
  endfunction
  call marquee#film#PutCard(getbufvar(buffer, 'marquee_movie'), values, funcref('s:Written'))
endfunction

" Opens the card of a film.
function! marquee#card#Open(movie) abort
  augroup marquee_card
    autocmd! BufReadCmd marquee://card/*
    autocmd! BufWriteCmd marquee://card/*
    autocmd BufReadCmd marquee://card/* call s:Load(bufnr())
    autocmd BufWriteCmd marquee://card/* call s:Write(bufnr())
  augroup END
  execute 'botright new'
  setlocal buftype=acwrite bufhidden=wipe noswapfile filetype=marquee-card
  let b:marquee_movie = a:movie
  execute 'silent file' fnameescape('marquee://card/' .. a:movie.id)
  call s:Load(bufnr())
endfunction
