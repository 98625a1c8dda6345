" The commands of Marquee.

let s:spans = ['day', 'week', 'weekdays', 'weekend']

function! s:Search(query) abort
  call marquee#list#Open(a:query)
  call marquee#list#Search(a:query)
  if empty(a:query)
    startinsert!
  endif
endfunction

" :Marquee boxoffice [SPAN] [DAY]
function! s:BoxOffice(words) abort
  let [span, day] = matchlist(a:words, '^\(\a*\)\s*\(.*\)$')[1:2]
  if index(s:spans, span) < 0
    let [span, day] = ['day', a:words]
  endif
  call marquee#boxoffice#Open(day, span)
endfunction

function! s:Restart(query) abort
  call marquee#server#Restart()
  call marquee#server#Request('ping', {}, {error, result ->
        \ empty(error) ? execute('echomsg "marquee was started again"', '') : 0})
endfunction

let s:actions = {
      \ 'bookmarks': {_ -> marquee#list#Library('bookmarks/list')},
      \ 'boxoffice': function('s:BoxOffice'),
      \ 'diary': {_ -> marquee#list#Library('cards/list')},
      \ 'restart': function('s:Restart'),
      \ 'search': function('s:Search')}

" Carries out the arguments of :Marquee.
function! marquee#Run(arguments) abort
  let [name, rest] = matchlist(a:arguments, '^\s*\(\S*\)\s*\(.\{-}\)\s*$')[1:2]
  let Action = get(s:actions, empty(name) ? 'search' : name, 0)
  if type(Action) != v:t_func
    return marquee#server#Complain('expected ' .. join(sort(keys(s:actions)), ', ') .. ', found ' .. name)
  endif
  call Action(rest)
endfunction

" Completes the command line of :Marquee.
function! marquee#Complete(lead, line, position) abort
  if a:line =~# '^\s*Marquee\s\+search\s'
    let prefix = matchstr(a:line, '^\s*Marquee\s\+search\s\+\zs.*$')
    " Only the last word is replaced.
    return marquee#titles#Suggest(prefix)->map({_, film -> film.word[len(prefix) - len(a:lead) :]})
  endif
  let names = a:line =~# '^\s*Marquee\s\+boxoffice\s' ? copy(s:spans) : sort(keys(s:actions))
  return filter(names, {_, name -> stridx(name, a:lead) == 0})
endfunction
