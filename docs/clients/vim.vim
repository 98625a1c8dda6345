" Marquee from Vim 9 or later, one JSON message a line (channel mode "nl").
" :source this file, then run :BoxOffice or :Film parasite

let s:command = get(g:, 'marquee_command', ['marquee', '--framing', 'line'])
let s:next_id = 0
let s:waiting = {}

" Every line received is one reply.
function! s:OnLine(channel, line) abort
  let reply = json_decode(a:line)
  let id = get(reply, 'id', v:null)
  if type(id) != v:t_number || !has_key(s:waiting, id)
    return
  endif
  let Handle = remove(s:waiting, id)
  if has_key(reply, 'error')
    let hint = get(get(reply.error, 'data', {}), 'hint', '')
    echohl ErrorMsg | echomsg 'marquee: ' .. reply.error.message .. ' ' .. hint | echohl None
  else
    call Handle(reply.result)
  endif
endfunction

" 78 means that providers.yaml has errors; `marquee check` lists them.
function! s:OnExit(job, status) abort
  let s:waiting = {}
  if a:status != 0
    echohl ErrorMsg | echomsg 'marquee ended with ' .. a:status | echohl None
  endif
endfunction

function! s:Request(method, params, Handle) abort
  if !exists('s:job') || job_status(s:job) !=# 'run'
    let s:job = job_start(s:command, {'mode': 'nl', 'out_cb': function('s:OnLine'),
          \ 'exit_cb': function('s:OnExit'), 'err_io': 'null'})
  endif
  let s:next_id += 1
  let s:waiting[s:next_id] = a:Handle
  let message = {'jsonrpc': '2.0', 'id': s:next_id, 'method': a:method, 'params': a:params}
  call ch_sendraw(s:job, json_encode(message) .. "\n")
endfunction

function! s:Show(lines) abort
  new
  setlocal buftype=nofile bufhidden=wipe noswapfile
  call setline(1, a:lines)
endfunction

function! s:ShowBoxOffice(result) abort
  call s:Show(mapnew(a:result.entries, {_, entry -> printf('%2d. %9s  %s', entry.rank,
        \ get(get(entry, 'audience', {}), 'count', ''), get(entry.movie, 'title', entry.movie.id))}))
endfunction

function! s:ShowFilms(result) abort
  call s:Show(mapnew(a:result.movies,
        \ {_, movie -> printf('%s  %s (%s)', movie.id, get(movie, 'title', ''), get(movie, 'year', '?'))}))
endfunction

command! BoxOffice call s:Request('boxOffice/daily', {}, function('s:ShowBoxOffice'))
command! -nargs=1 Film call s:Request('movies/search', {'query': <q-args>}, function('s:ShowFilms'))
