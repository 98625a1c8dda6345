" The box office as a table, with figures: `[` and `]` go to the day, week, or weekend before and after.

let s:table = {'entries': [], 'buffer': -1, 'note': '', 'call': 0}
let s:header_lines = 2

" 1234567 as 1,234,567.
function! s:Grouped(number) abort
  return substitute(printf('%d', a:number), '\d\zs\ze\%(\d\{3}\)\+$', ',', 'g')
endfunction

function! s:Change(entry) abort
  let change = get(a:entry, 'rankChange', 0)
  return get(a:entry, 'isNew') ? 'new' : change > 0 ? '▲' .. change : change < 0 ? '▼' .. -change : '–'
endfunction

function! s:Cells(rank, change, audience, total, share, name) abort
  return printf('%3S%5S%12S%13S%7S  %S', a:rank, a:change, a:audience, a:total, a:share, a:name)
endfunction

function! s:Row(entry) abort
  let audience = get(a:entry, 'audience', {})
  let sales = get(a:entry, 'sales', {})
  return s:Cells(a:entry.rank, s:Change(a:entry),
        \ has_key(audience, 'count') ? s:Grouped(audience.count) : '',
        \ has_key(audience, 'total') ? s:Grouped(audience.total) : '',
        \ has_key(sales, 'share') ? printf('%.1f%%', sales.share) : '',
        \ (get(a:entry.movie, 'bookmarked') ? '★ ' : '') .. marquee#film#Title(a:entry.movie))
endfunction

function! s:Draw() abort
  if !bufexists(s:table.buffer)
    return
  endif
  let lines = [s:table.note, s:Cells('#', '±', 'admissions', 'to date', 'share', 'film')]
  call extend(lines, map(copy(s:table.entries), {_, entry -> s:Row(entry)}))
  call setbufvar(s:table.buffer, '&modifiable', 1)
  call setbufline(s:table.buffer, 1, lines)
  call deletebufline(s:table.buffer, len(lines) + 1, '$')
  call setbufvar(s:table.buffer, '&modifiable', 0)
  redraw
endfunction

function! s:Shown(error, result) abort
  if !empty(a:error)
    let s:table.note = marquee#server#Failure(a:error)
  else
    let period = a:result.period
    let days = period.from ==# period.to ? period.from : period.from .. ' to ' .. period.to
    let s:table.note = join(['Box office of ' .. days] + get(a:result, 'problems', []), ' · ')
    call extend(s:table, {'entries': a:result.entries, 'period': period})
  endif
  call s:Draw()
endfunction

function! s:Load(day) abort
  call marquee#server#Cancel(s:table.call)
  let params = empty(a:day) ? {} : {'date': a:day}
  let method = 'boxOffice/daily'
  if s:table.span !=# 'day'
    let method = 'boxOffice/weekly'
    let params.span = s:table.span
  endif
  let s:table.call = marquee#server#Request(method, params, function('s:Shown'))
  call s:Draw()
endfunction

" The day so many days after another.
function! s:DayAfter(day, days) abort
  return strftime('%Y-%m-%d', strptime('%Y-%m-%d %H', a:day .. ' 12') + a:days * 86400)
endfunction

function! s:Step(direction) abort
  if has_key(s:table, 'period')
    call s:Load(a:direction < 0 ? s:DayAfter(s:table.period.from, -1) : s:DayAfter(s:table.period.to, 1))
  endif
endfunction

function! s:Selected() abort
  let row = line('.') - s:header_lines - 1
  return row < 0 || row >= len(s:table.entries) ? {} : s:table.entries[row].movie
endfunction

let s:view = {'movies': {-> marquee#film#FilmsOf(s:table)}, 'draw': function('s:Draw')}
function! s:view.change(change) abort
  call marquee#film#RefreshMarks(s:view, a:change)
endfunction
call marquee#film#AddView(s:view)

" Shows the box office of a day, by default of yesterday, over a span: day, week, weekend, or weekdays.
function! marquee#boxoffice#Open(day, span) abort
  call marquee#keys#RememberOrigin()
  if bufexists(s:table.buffer)
    execute 'bwipeout' s:table.buffer
  endif
  botright new
  setlocal buftype=nofile bufhidden=wipe noswapfile filetype=marquee-boxoffice nowrap cursorline nomodifiable
  silent file marquee://boxoffice
  let s:table = {'entries': [], 'buffer': bufnr(), 'note': 'asking the sources…', 'call': 0, 'span': a:span}
  call marquee#keys#Set(function('s:Selected'))
  nnoremap <buffer> <nowait> [ <Cmd>call <SID>Step(-1)<CR>
  nnoremap <buffer> <nowait> ] <Cmd>call <SID>Step(1)<CR>
  call s:Load(a:day)
endfunction
