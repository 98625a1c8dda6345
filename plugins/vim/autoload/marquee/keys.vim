" The keys of every buffer that shows films.

let s:origin = {'buffer': -1, 'row': 0}
let s:popup = 0

" Remembers the place into which `p` puts films.
function! marquee#keys#RememberOrigin() abort
  if &filetype !~# '^marquee'
    let s:origin = {'buffer': bufnr(), 'row': line('.')}
  endif
endfunction

" With the address of the poster: the cache may evict its file later.
function! s:Put(movie) abort
  let place = copy(s:origin)
  function! s:PutLines(lines) closure abort
    if bufexists(get(place, 'buffer', -1))
      call appendbufline(remove(place, 'buffer'), place.row, a:lines)
    endif
  endfunction
  call marquee#film#Describe(a:movie, funcref('s:PutLines'))
endfunction

function! s:Show(movie) abort
  let popup = 0
  function! s:ShowLines(lines) closure abort
    if popup == 0
      let popup = popup_create(a:lines, {'border': [], 'padding': [0, 1, 0, 1], 'maxwidth': 80})
      let s:popup = popup
      call setbufvar(winbufnr(popup), '&filetype', 'markdown')
    elseif !empty(popup_getoptions(popup))
      call popup_settext(popup, a:lines)
    endif
  endfunction
  call marquee#film#Describe(a:movie, funcref('s:ShowLines'))
endfunction

" Closes the popup, or the list where there is none.
function! s:Quit() abort
  if empty(popup_getoptions(s:popup))
    close
  else
    call popup_close(s:popup)
  endif
endfunction

function! s:OnFilm(Action) abort
  let movie = b:marquee_selected()
  if !empty(movie)
    call a:Action(movie)
  endif
endfunction

" Sets the keys of this buffer; Selected() returns the film under the cursor, if there is one.
function! marquee#keys#Set(Selected) abort
  let b:marquee_selected = a:Selected
  nnoremap <buffer> <nowait> <CR> <Cmd>call <SID>OnFilm(function('<SID>Show'))<CR>
  nnoremap <buffer> <nowait> b <Cmd>call <SID>OnFilm(function('marquee#film#ToggleBookmark'))<CR>
  nnoremap <buffer> <nowait> r :<C-u>call <SID>OnFilm(function('marquee#film#Rate'))<CR>
  nnoremap <buffer> <nowait> w :<C-u>call <SID>OnFilm(function('marquee#film#Log'))<CR>
  nnoremap <buffer> <nowait> c <Cmd>call <SID>OnFilm(function('marquee#card#Open'))<CR>
  nnoremap <buffer> <nowait> p <Cmd>call <SID>OnFilm(function('<SID>Put'))<CR>
  nnoremap <buffer> <nowait> q <Cmd>call <SID>Quit()<CR>
  nnoremap <buffer> <nowait> g? <Cmd>help marquee-keys<CR>
endfunction
