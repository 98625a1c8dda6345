" Marquee in Vim 9 or later: search films as you type, read about them, bookmark them, insert them as Markdown.
" Save this file as plugin/marquee.vim on the runtime path.
"
"   :Marquee                  yesterday's box office; type on the first line to search
"   :Marquee search Parasite  <Tab> completes titles
"   :Marquee bookmarks
"
" In the list: <CR> shows a film, b bookmarks it, p puts it as Markdown into the buffer that you came from,
" + loads the next page, q closes. g:marquee_command is a list: the program and its arguments.

let s:limit = 20
let s:last_id = 0
let s:waiting = {}
let s:list = {'movies': [], 'shown': [], 'buffer': -1}

" The process: plain JSON-RPC, one message a line, no handshake. {{{1

" Until you have a key or your own definitions, the built-in recording answers.
function! s:Command() abort
  let folder = empty($XDG_CONFIG_HOME) ? expand('~/.config') : $XDG_CONFIG_HOME
  let is_ready = !empty($KOFIC_API_KEY .. $TMDB_READ_TOKEN .. $OMDB_API_KEY)
        \ || filereadable(folder .. '/marquee/providers.yaml')
  return ['marquee', '--framing', 'line'] + (is_ready ? [] : ['--demo'])
endfunction

" Every line is one message.
function! s:Receive(channel, line) abort
  let message = json_decode(a:line)
  let method = get(message, 'method', '')
  if method ==# '$/progress'
    let call = get(s:waiting, message.params.token, {})
    if has_key(call, 'part')
      call call.part(message.params.value)
    endif
  elseif method ==# 'cache/changed'
    if has_key(s:list, 'again')
      call s:list.again()
    endif
  elseif method ==# 'library/changed'
    call s:LibraryChanged(message.params)
  elseif has_key(s:waiting, get(message, 'id', ''))
    let call = remove(s:waiting, message.id)
    call call.done(get(message, 'error', {}), get(message, 'result', {}))
  endif
endfunction

function! s:Ended(job, status) abort
  let [unanswered, s:waiting] = [values(s:waiting), {}]
  for call in unanswered
    call call.done({'message': 'marquee ended with ' .. a:status}, {})
  endfor
  if a:status != 0
    call s:Complain('marquee ended with ' .. a:status
          \ .. (a:status == 78 ? '; `marquee check` shows what is wrong in providers.yaml' : ''))
  endif
endfunction

function! s:Send(message) abort
  if !exists('s:job') || job_status(s:job) !=# 'run'
    let s:job = job_start(get(g:, 'marquee_command', s:Command()), {'mode': 'nl',
          \ 'out_cb': function('s:Receive'), 'exit_cb': function('s:Ended'), 'err_io': 'null', 'stoponexit': ''})
    call s:Send({'id': 0, 'method': 'cache/watch'})
  endif
  call ch_sendraw(s:job, json_encode(extend({'jsonrpc': '2.0'}, a:message)) .. "\n")
endfunction

" Calls a method and returns the id of the call. Done gets an error or a result; Part, if it is given, gets what single
" sources have answered before that.
function! MarqueeRequest(method, params, Done, Part = v:null) abort
  let s:last_id += 1
  let params = copy(a:params)
  let s:waiting[s:last_id] = {'done': a:Done}
  if a:Part isnot v:null
    let s:waiting[s:last_id].part = a:Part
    let params.partialResultToken = s:last_id
  endif
  call s:Send({'id': s:last_id, 'method': a:method, 'params': params})
  return s:last_id
endfunction

" Cancels a call. Its handlers are forgotten, so an answer that is already on its way changes nothing.
function! s:Cancel(id) abort
  if has_key(s:waiting, a:id)
    call remove(s:waiting, a:id)
    call s:Send({'method': '$/cancelRequest', 'params': {'id': a:id}})
  endif
endfunction

function! s:Stop() abort
  if exists('s:job') && job_status(s:job) ==# 'run'
    call s:Send({'id': 0, 'method': 'shutdown'})
    call s:Send({'method': 'exit'})
  endif
endfunction

function! s:Complain(text) abort
  echohl ErrorMsg | echomsg a:text | echohl None
endfunction

" What films look like. {{{1

function! s:Title(movie) abort
  return get(a:movie, 'title', a:movie.id) .. (has_key(a:movie, 'year') ? ' (' .. a:movie.year .. ')' : '')
endfunction

function! s:OtherTitles(movie) abort
  return map(copy(get(a:movie, 'titles', [])), 'v:val.text')->filter({_, text -> text !=# get(a:movie, 'title', '')})
endfunction

" Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers.
function! s:IndexOf(movies, movie) abort
  for index in range(len(a:movies))
    for [space, value] in items(a:movie.ids)
      if get(a:movies[index].ids, space, '') ==# value
        return index
      endif
    endfor
  endfor
  return -1
endfunction

function! s:Failure(error) abort
  let hint = get(get(a:error, 'data', {}), 'hint', '')
  return a:error.message . (empty(hint) ? '' : ' (' . hint . ')')
endfunction

" The films of an answer or of a part of it: those of a chart are in its entries.
function! s:FilmsOf(answer) abort
  return has_key(a:answer, 'movies') ? a:answer.movies : map(copy(get(a:answer, 'entries', [])), 'v:val.movie')
endfunction

function! s:Count(movies) abort
  return len(a:movies) == 1 ? '1 film' : len(a:movies) .. ' films'
endfunction

" What a reader should know about the sources.
function! s:ProblemNotes(problems) abort
  return copy(a:problems)->map('" · " .. v:val')->join('')
endfunction

" A film as Markdown with front matter. JSON texts are valid YAML.
function! s:Markdown(movie, poster, sources) abort
  let rating = get(get(a:movie, 'ratings', []), 0, {})
  let members = [
        \ ['title', get(a:movie, 'title', a:movie.id)],
        \ ['also', s:OtherTitles(a:movie)],
        \ ['year', get(a:movie, 'year', '')],
        \ ['minutes', get(a:movie, 'runtimeMinutes', '')],
        \ ['directors', map(copy(get(a:movie, 'directors', [])), 'v:val.name')],
        \ ['genres', get(a:movie, 'genres', [])],
        \ ['rating', empty(rating) ? '' : rating.value .. '/' .. rating.scale .. ' (' .. rating.provider .. ')'],
        \ ['id', a:movie.id],
        \ ['poster', a:poster],
        \ ['sources', a:sources]]
  let lines = ['---']
  for [key, value] in members
    if !empty(value)
      call add(lines, key .. ': ' .. json_encode(value))
    endif
  endfor
  call extend(lines, ['---', '', '# ' .. s:Title(a:movie)])
  return lines + (has_key(a:movie, 'overview') ? [''] + split(a:movie.overview.text, "\n") : [])
endfunction

" Fetches a film, and calls Show with its Markdown: with the address of its poster, and again once it is a file.
function! s:Describe(movie, Show) abort
  let Show = a:Show
  function! s:Described(error, result) closure abort
    if !empty(a:error)
      return s:Complain('marquee: ' .. s:Failure(a:error))
    endif
    let movie = a:result.movie
    let sources = copy(a:result.sources)->filter('v:val.status =~# "^\\(ok\\|stale\\)$"')->map('v:val.provider')
    let posters = copy(get(movie, 'images', []))->filter('v:val.kind ==# "poster"')
    let address = get(get(posters, 0, {}), 'url', '')
    call Show(s:Markdown(movie, address, sources))
    if !empty(posters)
      call MarqueeRequest('images/get', {'id': movie.id, 'kind': 'poster', 'width': 500}, {error, result ->
            \ empty(error) ? Show(s:Markdown(movie, get(result.image, 'path', address), sources)) : 0})
    endif
  endfunction
  call MarqueeRequest('movies/get', {'id': a:movie.id, 'include': ['credits']}, funcref('s:Described'))
endfunction

" The list. Line 1 is the query, line 2 says what is shown, the films follow. {{{1

function! s:Draw() abort
  if !bufexists(s:list.buffer)
    return
  endif
  let window = bufwinid(s:list.buffer)
  let row = line('.', window)
  let current = row > 2 ? get(s:list.shown, row - 3, {}) : {}
  let lines = [s:list.note] + map(copy(s:list.movies), {_, movie -> (get(movie, 'bookmarked') ? '★ ' : '  ')
        \ .. s:Title(movie) .. s:OtherTitles(movie)[:0]->map('" · " .. v:val')->join()})
  call setbufline(s:list.buffer, 2, lines)
  call deletebufline(s:list.buffer, len(lines) + 2, '$')
  let s:list.shown = copy(s:list.movies)
  let index = empty(current) ? -1 : s:IndexOf(s:list.shown, current)
  if index >= 0
    call win_execute(window, 'call cursor(' .. (index + 3) .. ', 1)')
  endif
  redraw
endfunction

function! s:Add(movies) abort
  for movie in a:movies
    if s:IndexOf(s:list.movies, movie) < 0
      call add(s:list.movies, movie)
    endif
  endfor
endfunction

" Fills the list with the films of a call, page after page; a call that still runs is cancelled. If the list is to stay
" as it is until the answer, is_again is true.
function! s:Load(method, params, is_again = v:false) abort
  call s:Cancel(get(s:list, 'call', 0))
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
    call s:Add(s:FilmsOf(a:result))
    let s:list.note = s:Count(s:list.movies) .. ' so far…'
    call s:Draw()
  endfunction

  function! s:Done(error, result) closure abort
    if empty(a:error) || !is_again
      let s:list.movies = copy(before)
    endif
    if empty(a:error)
      call s:Add(s:FilmsOf(a:result))
      let cursor = get(get(a:result, 'page', {}), 'next', v:null)
      let s:list.has_more = cursor isnot v:null
      let s:list.next = {-> s:Load(a:method, extend(copy(a:params), {'cursor': cursor}))}
      if get(a:result, 'incomplete', v:false) && has_key(a:result, 'retryAfterSeconds') && !is_again
        " A source that could not be asked yet is asked once more.
        let Again = s:list.again
        call timer_start(a:result.retryAfterSeconds * 1000, {-> s:list.again is Again ? Again() : 0})
      endif
      let s:list.note = s:Count(s:list.movies) .. (has_key(a:result, 'period') ? ' of ' .. a:result.period.from : '')
            \ .. (s:list.has_more ? ', + for more' : '') .. s:ProblemNotes(get(a:result, 'problems', []))
    else
      let s:list.note = s:Failure(a:error)
    endif
    call s:Draw()
  endfunction

  let s:list.call = MarqueeRequest(a:method, a:params, funcref('s:Done'), is_again ? v:null : funcref('s:Part'))
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

" Without ids, any film may have changed.
function! s:IsAmong(movie, change) abort
  return !has_key(a:change, 'ids')
        \ || !empty(filter(items(a:movie.ids), {_, id -> index(a:change.ids, id[0] .. ':' .. id[1]) >= 0}))
endfunction

" Asks for what is shown of the library, and for nothing else: no source is asked, and the list stays.
function! s:LibraryChanged(change) abort
  let change = a:change
  if get(s:list, 'method', '') ==# 'bookmarks/list'
    if index(change.changed, 'bookmarks') >= 0
      call s:list.again()
    endif
    return
  endif
  let ids = copy(s:list.movies)->filter({_, movie -> s:IsAmong(movie, change)})->map('v:val.id')
  function! s:Marked(error, result) closure abort
    for film in get(a:result, 'films', [])
      for movie in s:list.movies
        if movie.id ==# film.id
          let movie.bookmarked = film.bookmarked
        endif
      endfor
    endfor
    call s:Draw()
  endfunction
  if !empty(ids)
    call MarqueeRequest('library/get', {'ids': ids[: 499]}, funcref('s:Marked'))
  endif
endfunction

function! s:Search(query, is_typing = v:false) abort
  if empty(a:query)
    call s:Load('boxOffice/daily', {})
  else
    call s:Load('movies/search', {'query': a:query, 'limit': s:limit,
          \ 'remember': a:is_typing ? v:false : v:true})
  endif
endfunction

function! s:Next() abort
  if s:list.has_more
    call s:list.next()
  endif
endfunction

function! s:OnFilm(Action) abort
  let row = line('.') - 3
  if row >= 0 && row < len(s:list.shown)
    call a:Action(s:list.shown[row])
  endif
endfunction

function! s:ToggleBookmark(movie) abort
  let [movie, is_marked] = [a:movie, !a:movie.bookmarked]
  function! s:Toggled(error, result) closure abort
    if !empty(a:error)
      return s:Complain('marquee: ' .. s:Failure(a:error))
    endif
    " The list may have been replaced meanwhile.
    let index = s:IndexOf(s:list.movies, movie)
    if index >= 0
      let s:list.movies[index].bookmarked = is_marked
      call s:Draw()
    endif
  endfunction
  call MarqueeRequest(is_marked ? 'bookmarks/add' : 'bookmarks/remove', {'id': movie.id}, funcref('s:Toggled'))
endfunction

" With the address of the poster: the cache may evict its file later.
function! s:Put(movie) abort
  let place = {'buffer': s:list.origin, 'row': s:list.origin_row}
  function! s:PutLines(lines) closure abort
    if bufexists(get(place, 'buffer', -1))
      call appendbufline(remove(place, 'buffer'), place.row, a:lines)
    endif
  endfunction
  call s:Describe(a:movie, funcref('s:PutLines'))
endfunction

function! s:Show(movie) abort
  let popup = 0
  function! s:ShowLines(lines) closure abort
    if popup == 0
      let popup = popup_create(a:lines, {'border': [], 'padding': [0, 1, 0, 1], 'maxwidth': 80})
      let s:list.popup = popup
      call setbufvar(winbufnr(popup), '&filetype', 'markdown')
    elseif !empty(popup_getoptions(popup))
      call popup_settext(popup, a:lines)
    endif
  endfunction
  call s:Describe(a:movie, funcref('s:ShowLines'))
endfunction

" Closes the popup, or the list where there is none.
function! s:Quit() abort
  if empty(popup_getoptions(get(s:list, 'popup', 0)))
    close
  else
    call popup_close(s:list.popup)
  endif
endfunction

function! s:Typed() abort
  let typed = getline(1)
  if typed ==# s:list.query
    return
  endif
  let s:list.query = typed
  call timer_stop(get(s:list, 'timer', -1))
  let s:list.timer = timer_start(get(g:, 'marquee_delay', 150), {_ -> s:Search(typed, v:true)})
endfunction

function! s:Closed() abort
  call s:Cancel(get(s:list, 'call', 0))
  let s:list = {'movies': [], 'shown': [], 'buffer': -1}
endfunction

function! s:Open(query) abort
  let [origin, row] = [bufnr(), line('.')]
  botright new
  setlocal buftype=nofile bufhidden=wipe noswapfile filetype=marquee
  let s:list = {'movies': [], 'shown': [], 'buffer': bufnr(), 'query': a:query, 'has_more': v:false,
        \ 'origin': origin, 'origin_row': row}
  call setline(1, a:query)
  nnoremap <buffer> <nowait> <CR> <Cmd>call <SID>OnFilm(function('<SID>Show'))<CR>
  nnoremap <buffer> <nowait> b <Cmd>call <SID>OnFilm(function('<SID>ToggleBookmark'))<CR>
  nnoremap <buffer> <nowait> p <Cmd>call <SID>OnFilm(function('<SID>Put'))<CR>
  nnoremap <buffer> <nowait> + <Cmd>call <SID>Next()<CR>
  nnoremap <buffer> <nowait> q <Cmd>call <SID>Quit()<CR>
  inoremap <buffer> <CR> <Esc>3G0
  autocmd TextChanged,TextChangedI <buffer> call s:Typed()
  autocmd BufWipeout <buffer> call s:Closed()
endfunction

" Titles for the command line; none where the program has no `movies/suggest`.
function! s:Complete(lead, line, position) abort
  let prefix = matchstr(a:line, '^\s*Marquee\s\+search\s\+\zs.*$')
  if a:line !~# '^\s*Marquee\s\+search\s'
    return filter(['bookmarks', 'search'], {_, name -> stridx(name, a:lead) == 0})
  endif
  let titles = []
  let is_answered = v:false
  function! s:Suggested(error, result) closure abort
    let is_answered = v:true
    let titles = map(copy(get(a:result, 'suggestions', [])), {_, film -> get(film, 'matchedTitle', film.title)})
  endfunction
  let call = MarqueeRequest('movies/suggest', {'prefix': prefix, 'limit': 20}, funcref('s:Suggested'))
  for _ in range(50)
    if is_answered
      break
    endif
    sleep 10m
  endfor
  call s:Cancel(call)
  " Only the last word is replaced.
  return filter(titles, {_, title -> stridx(tolower(title), tolower(prefix)) == 0})
        \ ->map({_, title -> title[len(prefix) - len(a:lead) :]})
endfunction

function! s:Run(arguments) abort
  let [action, query] = matchlist(a:arguments, '^\(\S*\)\s*\(.*\)$')[1:2]
  if action ==# '' || action ==# 'search'
    call s:Open(query)
    call s:Search(query)
    if empty(query)
      startinsert!
    endif
  elseif action ==# 'bookmarks'
    call s:Open('')
    call s:Load('bookmarks/list', {'limit': s:limit})
  else
    call s:Complain('Marquee: expected search or bookmarks, found ' .. action)
  endif
endfunction

command! -nargs=* -complete=customlist,s:Complete Marquee call s:Run(<q-args>)
autocmd VimLeavePre * call s:Stop()
" vim: foldmethod=marker
