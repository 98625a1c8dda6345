" Plays a reader's session in the real editor: find, look, bookmark, rate, log, box office, restart.
"   MARQUEE_PROGRAM=/path/to/marquee vim -i NONE -n --not-a-term -S session.vim
" The plugin is a package in 'packpath'. What was seen is written to the file `seen`; after a failure, Vim exits with 1.

set nomore shortmess+=F
let g:marquee_command = [$MARQUEE_PROGRAM, '--framing', 'line', '--demo', '--data-dir', getcwd() .. '/data']
let g:marquee_delay = 1
let s:seen = []
let s:tries = 0
let s:crashing = "echo '{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}'; grep -m1 -q boxOffice; exit 3"
let s:most_tries = 9000 " three minutes for each step; the machine may be busy

function! s:Text() abort
  let popups = popup_list()
  return join(getbufline(empty(popups) ? bufnr() : winbufnr(popups[0]), 1, '$'), "\n")
endfunction

function! s:Has(text) abort
  return stridx(s:Text(), a:text) >= 0
endfunction

function! s:HasMessage(text) abort
  return stridx(execute('messages'), a:text) >= 0
endfunction

function! s:Keys(keys) abort
  call feedkeys(a:keys, 't')
endfunction

function! s:Kill() abort
  let s:before = s:Text()
  let s:process = marquee#server#Process()
  call system('kill -9 ' .. s:process)
endfunction

function! s:IsRestarted() abort
  return s:HasMessage('was started again') && marquee#server#Process() != s:process
endfunction

" Completes the end of a line in a buffer of notes.
function! s:Complete(text) abort
  new
  setlocal completefunc=marquee#titles#Complete
  call setline(1, a:text)
  call feedkeys("A\<C-x>\<C-u>\<Esc>", 'tx')
  let completed = getline(1)
  bwipeout!
  return completed
endfunction

function! s:EditCard() abort
  call setline(2, 'stars: 5')
  call setline(5, ['tags: seoul, stairs', '', 'The stairs!'])
  write
endfunction

function! s:SpoilCard() abort
  call setline(2, 'stars: many')
  write
endfunction

" Names a file as sources' definitions are named.
function! s:TypeOfDefinitions() abort
  new providers.yaml
  let type = &filetype
  bwipeout!
  return type
endfunction

function! s:Use(command, arguments) abort
  let g:marquee_command = a:command
  execute 'Marquee' a:arguments
endfunction

" Each step has a name, what must hold, and what is done then.
let s:steps = [
      \ ['Vim has started', '1', 'call s:Keys(":Marquee\<CR>")'],
      \ ['the list begins with the box office', 's:Has("10 films of")', 'call s:Keys("Parasite")'],
      \ ['the film is found while its title is typed', 's:Has("\n1 film\n")', 'call s:Keys("\<Esc>3G\<CR>")'],
      \ ['the film is shown', 's:Has("# 기생충")', 'call s:Keys("q")'],
      \ ['the list is back', 's:Has("\n1 film\n")', 'call s:Keys("b")'],
      \ ['the film is bookmarked', 's:Has("★ 기생충")', 'call s:Keys("r4.5\<CR>")'],
      \ ['the film is rated', 's:Has("4.5/5")', 'call s:Keys("w\<C-u>2023-04-02\<CR>")'],
      \ ['the day is on the card', 's:Has("4.5/5, 2023-04-02")', 'call s:Keys("c")'],
      \ ['the card is shown as text', 's:Has("stars: 4.5\nwatched: 2023-04-02\nliked: no\ntags: ")', 'call s:EditCard()'],
      \ ['the card is stored', 's:HasMessage("the card is stored") && !&modified', 'call s:SpoilCard()'],
      \ ['a wrong value is refused', 's:HasMessage("expected a number from 0 to 5, found many")', 'bwipeout!'],
      \ ['the list has the new stars', 's:Has("5/5, 2023-04-02")', ''],
      \ ['titles are completed in notes', 's:Complete("Again: para") ==# "Again: Parasite"', ''],
      \ ['also after brackets', 's:Complete("- [[기생") ==# "- [[기생충"', ''],
      \ ['and nothing else is', 's:Complete("no such film") ==# "no such film"', ''],
      \ ['definitions have a type of their own', 's:TypeOfDefinitions() ==# "yaml.marquee"',
      \   'call s:Keys(":Marquee boxoffice\<CR>")'],
      \ ['the box office has figures', 's:Has("113,983") && s:Has("존 윅 4 (2023)")', 'call s:Keys("[")'],
      \ ['a day that the demo does not have says so', 's:Has("the demo does not have that")',
      \   'call s:Keys(":Marquee boxoffice day 2022-12-14\<CR>")'],
      \ ['another day is shown', 's:Has("Box office of 2022-12-14")', 'call s:Keys("q")'],
      \ ['the list has stayed', 's:Has("★ 기생충")', 'call s:Kill()'],
      \ ['the program is started again', 's:IsRestarted()', ''],
      \ ['the list stays', 's:Text() ==# s:before', 'messages clear | Marquee restart'],
      \ ['it is started again when asked', 's:HasMessage("marquee was started again")', 'Marquee bookmarks'],
      \ ['the bookmark is still there', 's:Has("★ 기생충")', 'Marquee diary'],
      \ ['the diary has the film', 's:Has("5/5, 2023-04-02")', 'help marquee-keys'],
      \ ['there is help', 'expand("%:t") ==# "marquee.txt"',
      \   'call s:Use(["sh", "-c", s:crashing], "restart") | Marquee'],
      \ ['a program that a call ends is given up', 's:Has("ended with 3 four times in ten minutes")',
      \   'call s:Use(["sh", "-c", "exit 78"], "restart")'],
      \ ['a program that cannot start says why', 's:HasMessage("`marquee check` shows what is wrong")',
      \   'call s:Use(["no-such-program"], "")'],
      \ ['a program that is missing is named', 's:Has("cannot find the program no-such-program")', '']]

function! s:Finish(code) abort
  call writefile(s:seen, 'seen')
  execute a:code == 0 ? 'qall!' : 'cquit!'
endfunction

function! s:Fail(reason) abort
  call extend(s:seen, ['failed: ' .. s:steps[0][0], a:reason, s:Text(), execute('messages')])
  call s:Finish(1)
endfunction

function! s:Step(timer) abort
  let s:tries += 1
  try
    if s:tries > s:most_tries
      call s:Fail('this did not come')
    elseif eval(s:steps[0][1])
      let [name, _, action] = remove(s:steps, 0)
      let s:tries = 0
      call add(s:seen, 'ok: ' .. name)
      execute action
      if empty(s:steps)
        call s:Finish(0)
      endif
    endif
  catch
    call s:Fail(v:exception .. ' at ' .. v:throwpoint)
  endtry
endfunction

autocmd VimEnter * call timer_start(20, function('s:Step'), {'repeat': -1})
