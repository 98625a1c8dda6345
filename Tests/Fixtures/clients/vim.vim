" Uses plugins/vim as a reader does, and writes down what stands in the buffers.
"   vim -u NONE -i NONE -N -n --not-a-term -S vim.vim; see neovim.lua for the environment.

set nomore shortmess+=F
let g:marquee_command = json_decode($MARQUEE_COMMAND)
let g:marquee_delay = 1
set runtimepath^=$MARQUEE_PLUGINS/vim
runtime plugin/marquee.vim

let s:shown = []
let s:tries = 0

function! s:Lines() abort
  let popups = popup_list()
  return getbufline(empty(popups) ? bufnr() : winbufnr(popups[0]), 1, '$')
endfunction

function! s:Write(section, lines) abort
  call extend(s:shown, ['## ' .. a:section] + a:lines)
endfunction

function! s:WriteProcess() abort
  call s:Write('process', [trim(system('pgrep -P ' .. getpid() .. ' marquee'))])
endfunction

function! s:Finish() abort
  call writefile(s:shown, $MARQUEE_SHOWN)
  qall!
endfunction

function! s:Has(text) abort
  return stridx(join(s:Lines(), "\n"), a:text) >= 0
endfunction

function! s:IsAnswered() abort
  if !exists('s:ping')
    let s:ping = 'asked'
    call marquee#server#Request('ping', {}, {error, result -> execute('let s:ping = "answered"')})
  endif
  return s:ping ==# 'answered'
endfunction

function! s:Begin() abort
  call setline(1, ['My films', '', 'The end'])
  let s:notes = bufnr()
endfunction

" Each step is what must hold first, and what is done then.
let s:scenes = {}
let s:scenes.demo = [
      \ ['1', 'call s:Begin() | call feedkeys(":Marquee\<CR>", "t")'],
      \ ['s:Has("10 films of")', 'call s:Write("box office", s:Lines()[:3]) | call feedkeys("Parasite", "t")'],
      \ ['s:Has("\n1 film\n")', 'call s:Write("search", s:Lines()) | call feedkeys("\<Esc>3Gb", "t")'],
      \ ['s:Has("★")', 'call s:Write("bookmarked", s:Lines()) | call feedkeys("\<CR>", "t")'],
      \ ['s:Has("# 기생충")', 'call s:Write("details", s:Lines()) | call feedkeys("q", "t")'],
      \ ['s:Has("★")', 'call feedkeys("p", "t")'],
      \ ['len(getbufline(s:notes, 1, "$")) > 3', 'call s:Write("inserted", getbufline(s:notes, 1, "$"))'],
      \ ['1', 'call s:Write("completed", getcompletion("Marquee search Para", "cmdline")) | Marquee bookmarks'],
      \ ['s:Has("★")', 'call s:Write("bookmarks", s:Lines()) | call s:WriteProcess()']]
let s:scenes.typing = [
      \ ['1', 'call feedkeys(":Marquee\<CR>", "t")'],
      \ ['1', 'call feedkeys("slow", "t")'],
      \ ['s:Has("so far")', 'call s:Write("first part", s:Lines()) | call feedkeys("\<Esc>0Cquick", "t")'],
      \ ['s:Has("+ for more")', 'call s:Write("newer search", s:Lines()) | call writefile([""], $MARQUEE_SHOWN .. ".newer")'],
      \ ['filereadable($MARQUEE_SHOWN .. ".older")', ''],
      \ ['s:IsAnswered()', 'call s:Write("after the older answer", s:Lines()) | call feedkeys("\<Esc>4G+", "t")'],
      \ ['s:Has("\n22 films\n")', 'call s:Write("second page", s:Lines()) | call s:Write("cursor", [getline(".")])'],
      \ ['1', 'call s:WriteProcess()']]
" The program is killed while a source has not answered.
let s:scenes.killed = [
      \ ['1', 'call feedkeys(":Marquee\<CR>", "t")'],
      \ ['1', 'call feedkeys("slow", "t")'],
      \ ['s:Has("so far")', 'call system("kill -9 " .. marquee#server#Process())'],
      \ ['1', 'call writefile([""], $MARQUEE_SHOWN .. ".killed")'],
      \ ['s:Has("\n2 films\n")', 'call s:Write("after the restart", s:Lines())']]
let s:scenes.page = [
      \ ['1', 'call feedkeys(":Marquee search quick\<CR>", "t")'],
      \ ['s:Has("+ for more")', 'call feedkeys("+", "t")'],
      \ ['s:Has("too slow")', 'call s:Write("failed page", s:Lines()) | call feedkeys("+", "t")'],
      \ ['s:Has("\n3 films\n")', 'call s:Write("asked again", s:Lines())']]
" Two of these run side by side.
let s:scenes.idling = [
      \ ['1', 'call feedkeys(":Marquee search quick\<CR>", "t")'],
      \ ['s:Has("+ for more")', 'call feedkeys("+", "t")'],
      \ ['s:Has("\n22 films\n")', 'call feedkeys("10G", "t")'],
      \ ['line(".") == 10', 'call writefile([""], $MARQUEE_SHOWN .. ".ready")'],
      \ ['filereadable($MARQUEE_SHOWN .. ".idled")', ''],
      \ ['s:Has("★")', 'call s:Write("list", s:Lines()) | call s:Write("cursor", [getline(".")])']]
let s:scenes.poster = [
      \ ['1', 'call feedkeys(":Marquee search quick\<CR>", "t")'],
      \ ['s:Has("+ for more")', 'call feedkeys("3G\<CR>", "t")'],
      \ ['s:Has("poster: \"/")', 'call s:Write("poster", s:Lines())']]

function! s:Step(timer) abort
  let s:tries += 1
  let steps = s:scenes[$MARQUEE_SCENE]
  try
    if empty(steps)
      call s:Finish()
    elseif s:tries > 1500
      call s:Write('gave up', s:Lines())
      call s:Finish()
    elseif eval(steps[0][0])
      execute remove(steps, 0)[1]
    endif
  catch
    call s:Write('failed', [v:exception, v:throwpoint])
    call s:Finish()
  endtry
endfunction

call timer_start(20, function('s:Step'), {'repeat': -1})
