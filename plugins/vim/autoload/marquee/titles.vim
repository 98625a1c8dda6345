" Titles of films while one types: on the command line, and in notes. No source is asked: the program suggests films that
" it has seen.

let s:most_words = 6 " before the cursor, which may be the beginning of a title
let s:found = []

" The films with a title that begins with a prefix: the title as `word`, and the year and the first title as `menu`.
function! marquee#titles#Suggest(prefix) abort
  let films = marquee#server#Ask('movies/suggest', {'prefix': a:prefix, 'limit': 20}, 500)->get('suggestions', [])
  return map(copy(films), {_, film -> {'word': get(film, 'matchedTitle', film.title), 'icase': 1, 'dup': 1,
        \ 'menu': get(film, 'year', '') .. (has_key(film, 'matchedTitle') ? ' · ' .. film.title : '')}})
        \ ->filter({_, item -> stridx(tolower(item.word), tolower(a:prefix)) == 0})
endfunction

" Where a title may begin in a text: after a bracket or a quote, or at one of the last words, the longest first.
function! s:Starts(text) abort
  let starts = []
  let [word, start, end] = matchstrpos(a:text, '[^[:space:]\[("'']\S*', 0)
  while start >= 0
    call add(starts, start)
    let end = matchend(a:text, '[^[:space:]\[("'']*', start)
    let [word, start, end] = matchstrpos(a:text, '[^[:space:]\[("'']\S*', end)
  endwhile
  return starts[max([0, len(starts) - s:most_words]) :]
endfunction

" Completes the title before the cursor, as 'completefunc' and 'omnifunc' want it.
function! marquee#titles#Complete(is_start, base) abort
  if !a:is_start
    return s:found
  endif
  let text = strpart(getline('.'), 0, col('.') - 1)
  for start in s:Starts(text)
    let s:found = marquee#titles#Suggest(text[start :])
    if !empty(s:found)
      return start
    endif
  endfor
  return -3 " leave silently: there is nothing to complete
endfunction
