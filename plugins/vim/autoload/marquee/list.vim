" The list. Line 1 is the query, line 2 says what is shown, the films follow.

let s:limit = 20
let s:empty = {'movies': [], 'shown': [], 'buffer': -1, 'method': '', 'call': 0, 'timer': -1}
let s:list = copy(s:empty)

function! s:Count(movies) abort
  return len(a:movies) == 1 ? '1 film' : len(a:movies) .. ' films'
endfunction

" The film under the cursor, or nothing.
function! s:Selected() abort
  let window = bufwinid(s:list.buffer)
  let row = window < 0 ? 0 : line('.', window)
  return row > 2 ? get(s:list.shown, row - 3, {}) : {}
endfunction

" Writes the films; the cursor stays on its film.
function! s:Draw() abort
  if !bufexists(s:list.buffer)
    return
  endif
  let current = s:Selected()
  let lines = [s:list.note] + map(copy(s:list.movies), {_, movie -> marquee#film#Line(movie)})
  call setbufline(s:list.buffer, 2, lines)
  call deletebufline(s:list.buffer, len(lines) + 2, '$')
  let s:list.shown = copy(s:list.movies)
  let index = empty(current) ? -1 : marquee#film#IndexOf(s:list.shown, current)
  if index >= 0
    call win_execute(bufwinid(s:list.buffer), 'call cursor(' .. (index + 3) .. ', 1)')
  endif
  redraw
endfunction

function! s:Add(movies) abort
  for movie in a:movies
    if marquee#film#IndexOf(s:list.movies, movie) < 0
      call add(s:list.movies, movie)
    endif
  endfor
endfunction

" What a reader should know of an answer.
function! s:NoteOf(result) abort
  return s:Count(s:list.movies) .. (has_key(a:result, 'period') ? ' of ' .. a:result.period.from : '')
        \ .. (s:list.has_more ? ', + for more' : '')
        \ .. copy(get(a:result, 'problems', []))->map('" · " .. v:val')->join('')
endfunction

" A source that could not be asked yet is asked once more, unless the list shows something else by then.
function! s:RetryLater(seconds) abort
  let Again = s:list.again
  call timer_start(a:seconds * 1000, {-> get(s:list, 'again', 0) is Again ? Again() : 0})
endfunction

" Fills the list with the films of a call, page after page; a call that still runs is cancelled. If the list is to stay
" as it is until the answer, is_again is true.
function! s:Load(method, params, is_again = v:false) abort
  call marquee#server#Cancel(s:list.call)
  let is_again = a:is_again
  let before = has_key(a:params, 'cursor') ? copy(s:list.movies) : []
  let s:list.method = a:method
  let s:list.again = {-> s:Load(a:method, s:SameFilms(a:params), v:true)}
  let s:list.has_more = v:false
  if !is_again
    let s:list.note = 'asking the sources…'
  endif
  let is_first = !has_key(a:params, 'cursor')

  function! s:Part(result) closure abort
    if is_first
      let [s:list.movies, is_first] = [[], v:false]
    endif
    call s:Add(marquee#film#FilmsOf(a:result))
    let s:list.note = s:Count(s:list.movies) .. ' so far…'
    call s:Draw()
  endfunction

  let [method, params] = [a:method, a:params]
  function! s:Done(error, result) closure abort
    if empty(a:error) || !is_again
      let s:list.movies = copy(before)
    endif
    if empty(a:error)
      call s:Add(marquee#film#FilmsOf(a:result))
      let cursor = get(get(a:result, 'page', {}), 'next', v:null)
      let s:list.has_more = cursor isnot v:null
      let s:list.next = {-> s:Load(method, extend(copy(params), {'cursor': cursor}))}
      if get(a:result, 'incomplete', v:false) && has_key(a:result, 'retryAfterSeconds') && !is_again
        call s:RetryLater(a:result.retryAfterSeconds)
      endif
      let s:list.note = s:NoteOf(a:result)
    else
      let s:list.note = marquee#server#Failure(a:error)
      " A page that failed can be asked for again.
      let s:list.has_more = has_key(params, 'cursor')
      let s:list.next = {-> s:Load(method, params)}
    endif
    call s:Draw()
  endfunction

  let Part = is_again ? v:null : funcref('s:Part')
  let s:list.call = marquee#server#Request(a:method, a:params, funcref('s:Done'), Part)
  call s:Draw()
endfunction

" The parameters of a call for as many films as are shown, so that the reader keeps the place.
function! s:SameFilms(params) abort
  let params = copy(a:params)
  if has_key(params, 'limit')
    let params.limit = max([params.limit, min([len(s:list.movies), 100])])
  endif
  if has_key(params, 'cursor')
    call remove(params, 'cursor')
  endif
  if has_key(params, 'remember')
    let params.remember = v:false
  endif
  return params
endfunction

" The part of the library that the list shows as a whole.
let s:parts = {'bookmarks/list': 'bookmarks', 'cards/list': 'cards'}

let s:view = {'movies': {-> s:list.movies}, 'draw': function('s:Draw')}
function! s:view.change(change) abort
  let part = get(s:parts, s:list.method, '')
  if empty(part)
    call marquee#film#RefreshMarks(s:view, a:change)
  elseif index(get(a:change, 'changed', [part]), part) >= 0
    call s:list.again()
  endif
endfunction
call marquee#film#AddView(s:view)

function! s:Notified(method, params) abort
  if a:method ==# 'cache/changed' && has_key(s:list, 'again')
    call s:list.again()
  endif
endfunction
call marquee#server#Listen(function('s:Notified'))

" Searches; without a query, the list has yesterday's box office. While the reader types, nothing is remembered.
function! marquee#list#Search(query, is_typing = v:false) abort
  if empty(a:query)
    call s:Load('boxOffice/daily', {})
  else
    call s:Load('movies/search', {'query': a:query, 'limit': s:limit, 'remember': a:is_typing ? v:false : v:true})
  endif
endfunction

function! s:Next() abort
  if s:list.has_more
    call s:list.next()
  endif
endfunction

" The last film is under the cursor: the next page follows.
function! s:Moved() abort
  if s:list.has_more && line('.') > 2 && line('.') == line('$')
    call s:list.next()
  endif
endfunction

" A search begins when the reader has stopped typing.
function! s:Typed() abort
  let typed = getline(1)
  if typed ==# s:list.query
    return
  endif
  let s:list.query = typed
  call timer_stop(s:list.timer)
  let s:list.timer = timer_start(get(g:, 'marquee_delay', 150), {_ -> marquee#list#Search(typed, v:true)})
endfunction

function! s:Closed() abort
  call timer_stop(s:list.timer)
  call marquee#server#Cancel(s:list.call)
  let s:list = copy(s:empty)
  let s:list.movies = []
endfunction

" Opens an empty list below the other windows.
function! marquee#list#Open(query) abort
  call marquee#keys#RememberOrigin()
  if bufexists(s:list.buffer)
    execute 'bwipeout' s:list.buffer
  endif
  botright new
  setlocal buftype=nofile bufhidden=wipe noswapfile filetype=marquee wrap linebreak breakindent cursorline
  silent file marquee://films
  let s:list = extend(copy(s:empty), {'movies': [], 'buffer': bufnr(), 'query': a:query, 'has_more': v:false})
  call setline(1, a:query)
  call marquee#keys#Set(function('s:Selected'))
  nnoremap <buffer> <nowait> + <Cmd>call <SID>Next()<CR>
  inoremap <buffer> <CR> <Esc>3G0
  autocmd TextChanged,TextChangedI <buffer> call s:Typed()
  autocmd CursorMoved <buffer> call s:Moved()
  autocmd BufWipeout <buffer> call s:Closed()
endfunction

" Shows the films of a list of the library.
function! marquee#list#Library(method) abort
  call marquee#list#Open('')
  call s:Load(a:method, {'limit': s:limit})
endfunction
