" What films look like, which of them are the same, and what a reader does with one.

function! marquee#film#Title(movie) abort
  return get(a:movie, 'title', a:movie.id) .. (has_key(a:movie, 'year') ? ' (' .. a:movie.year .. ')' : '')
endfunction

function! s:OtherTitles(movie) abort
  return map(copy(get(a:movie, 'titles', [])), 'v:val.text')->filter({_, text -> text !=# get(a:movie, 'title', '')})
endfunction

" Two films are the same if they share an id in a namespace: the preferred `id` may change between two answers.
function! marquee#film#IsSame(one, other) abort
  for [space, value] in items(a:one.ids)
    if get(a:other.ids, space, '') ==# value
      return v:true
    endif
  endfor
  return v:false
endfunction

function! marquee#film#IndexOf(movies, movie) abort
  for index in range(len(a:movies))
    if marquee#film#IsSame(a:movie, a:movies[index])
      return index
    endif
  endfor
  return -1
endfunction

" The films of an answer or of a part of it: those of a box office and of the diary are in their entries.
function! marquee#film#FilmsOf(answer) abort
  let entries = get(a:answer, 'entries', get(a:answer, 'cards', []))
  return has_key(a:answer, 'movies') ? a:answer.movies : map(copy(entries), 'v:val.movie')
endfunction

" Whether a change of the library may concern a film. Without ids, it may concern any.
function! marquee#film#IsAmong(movie, change) abort
  return !has_key(a:change, 'ids')
        \ || !empty(filter(items(a:movie.ids), {_, id -> index(a:change.ids, id[0] .. ':' .. id[1]) >= 0}))
endfunction

" The stars of a card as people write them: Vim's `%g` writes 5.0 for 5.
function! marquee#film#Stars(card) abort
  return has_key(a:card, 'stars') ? substitute(printf('%g', a:card.stars), '\.0$', '', '') : ''
endfunction

" Stars, and the last day, as the card of a film has them.
function! s:CardNote(movie) abort
  if !has_key(a:movie, 'card')
    return []
  endif
  let card = a:movie.card
  let notes = (has_key(card, 'stars') ? [marquee#film#Stars(card) .. '/5'] : [])
        \ + (has_key(card, 'watchedOn') ? [card.watchedOn] : [])
  return [empty(notes) ? 'watched' : join(notes, ', ')]
endfunction

" A line of a list.
function! marquee#film#Line(movie) abort
  let texts = [marquee#film#Title(a:movie)] + s:OtherTitles(a:movie)[:0] + s:CardNote(a:movie)
  return (get(a:movie, 'bookmarked') ? '★ ' : '  ') .. join(texts, ' · ')
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
  call extend(lines, ['---', '', '# ' .. marquee#film#Title(a:movie)])
  return lines + (has_key(a:movie, 'overview') ? [''] + split(a:movie.overview.text, "\n") : [])
endfunction

" Fetches a film, and calls Show with its Markdown: with the address of its poster, and again once it is a file.
function! marquee#film#Describe(movie, Show) abort
  let Show = a:Show
  function! s:Described(error, result) closure abort
    if !empty(a:error)
      return marquee#server#Complain(marquee#server#Failure(a:error))
    endif
    let movie = a:result.movie
    let sources = copy(a:result.sources)->filter('v:val.status =~# "^\\(ok\\|stale\\)$"')->map('v:val.provider')
    let posters = copy(get(movie, 'images', []))->filter('v:val.kind ==# "poster"')
    let address = get(get(posters, 0, {}), 'url', '')
    call Show(s:Markdown(movie, address, sources))
    if !empty(posters)
      call marquee#server#Request('images/get', {'id': movie.id, 'kind': 'poster', 'width': 500}, {error, result ->
            \ empty(error) ? Show(s:Markdown(movie, get(result.image, 'path', address), sources)) : 0})
    endif
  endfunction
  call marquee#server#Request('movies/get', {'id': a:movie.id, 'include': ['credits']}, funcref('s:Described'))
endfunction

" What shows films: each is a dictionary with the functions movies(), draw(), and change(change).
let s:views = []

" Adds a view, which is told of every change of the library by another program.
function! marquee#film#AddView(view) abort
  call add(s:views, a:view)
endfunction

" Changes a film wherever it is shown: the lists may have been replaced since the reader chose it.
function! s:Mark(movie, Change) abort
  call a:Change(a:movie)
  for view in s:views
    for other in filter(copy(view.movies()), {_, other -> marquee#film#IsSame(a:movie, other)})
      call a:Change(other)
    endfor
    call view.draw()
  endfor
endfunction

" Writes what the library has of a film now.
function! s:TakeOver(movie, standing) abort
  let a:movie.bookmarked = a:standing.bookmarked
  if has_key(a:standing, 'card')
    let a:movie.card = a:standing.card
  elseif has_key(a:movie, 'card')
    call remove(a:movie, 'card')
  endif
endfunction

" Asks for what the library has of the films of a view, and for nothing else: no source is asked, and the list stays.
function! marquee#film#RefreshMarks(view, change) abort
  let view = a:view
  let ids = copy(view.movies())->filter({_, movie -> marquee#film#IsAmong(movie, a:change)})->map('v:val.id')
  function! s:Marked(error, result) closure abort
    for standing in get(a:result, 'films', [])
      for movie in filter(copy(view.movies()), {_, movie -> movie.id ==# standing.id})
        call s:TakeOver(movie, standing)
      endfor
    endfor
    call view.draw()
  endfunction
  if !empty(ids)
    call marquee#server#Request('library/get', {'ids': ids[: 499]}, funcref('s:Marked'))
  endif
endfunction

function! s:Notified(method, params) abort
  if a:method ==# 'library/changed' || a:method ==# 'restarted'
    for view in s:views
      call view.change(a:params)
    endfor
  endif
endfunction
call marquee#server#Listen(function('s:Notified'))

" Bookmarks a film, or removes its bookmark.
function! marquee#film#ToggleBookmark(movie) abort
  let [movie, is_marked] = [a:movie, !a:movie.bookmarked]
  call marquee#server#Request(is_marked ? 'bookmarks/add' : 'bookmarks/remove', {'id': movie.id}, {error, result ->
        \ empty(error) ? s:Mark(movie, {shown -> extend(shown, {'bookmarked': is_marked})})
        \ : marquee#server#Complain(marquee#server#Failure(error))})
endfunction

" Writes values on the card of a film. Done gets an error or a result; without it, an error is shown.
function! marquee#film#PutCard(movie, values, Done = v:null) abort
  let [movie, Done] = [a:movie, a:Done]
  function! s:Put(error, result) closure abort
    if empty(a:error)
      call s:Mark(movie, {shown -> extend(shown, {'card': a:result.card})})
    elseif Done is v:null
      call marquee#server#Complain(marquee#server#Failure(a:error))
    endif
    if Done isnot v:null
      call Done(a:error, a:result)
    endif
  endfunction
  call marquee#server#Request('cards/put', extend({'id': movie.id}, a:values), funcref('s:Put'))
endfunction

" Asks for stars, and writes them on the card.
function! marquee#film#Rate(movie) abort
  let text = input('Stars, 0 to 5: ', marquee#film#Stars(get(a:movie, 'card', {})))
  if text =~# '^\d\+\(\.\d\+\)\?$'
    call marquee#film#PutCard(a:movie, {'stars': str2float(text)})
  elseif !empty(text)
    call marquee#server#Complain('expected a number from 0 to 5, found ' .. text)
  endif
endfunction

" Asks for the day on which the film was watched, and adds it to the card.
function! marquee#film#Log(movie) abort
  let day = input('Watched on: ', 'today')
  if !empty(day)
    let is_rewatch = has_key(get(a:movie, 'card', {}), 'watchedOn')
    call marquee#film#PutCard(a:movie, {'watchedOn': day, 'rewatch': is_rewatch ? v:true : v:false})
  endif
endfunction
