" The program: plain JSON-RPC, one message a line, no handshake. If it ends by itself, it is started again, and
" everything that still waits for an answer is asked again.

let s:last_id = 0
let s:waiting = {}
let s:listeners = []
let s:has_answered = v:false
let s:ends = [] " when it ended by itself, in the last ten minutes

" Calls Listener(method, params) for each notification, and with the method "restarted" after a restart.
function! marquee#server#Listen(Listener) abort
  call add(s:listeners, a:Listener)
endfunction

function! s:Tell(method, params) abort
  for Listener in s:listeners
    call Listener(a:method, a:params)
  endfor
endfunction

" Shows a failure to the reader.
function! marquee#server#Complain(text) abort
  echohl ErrorMsg | echomsg 'marquee: ' .. a:text | echohl None
endfunction

" What to say about an error object.
function! marquee#server#Failure(error) abort
  let hint = get(get(a:error, 'data', {}), 'hint', '')
  return a:error.message .. (empty(hint) ? '' : ' (' .. hint .. ')')
endfunction

" Until you have a key or your own definitions, the built-in recording answers.
function! s:Command() abort
  let folder = empty($XDG_CONFIG_HOME) ? expand('~/.config') : $XDG_CONFIG_HOME
  let is_ready = !empty($KOFIC_API_KEY .. $TMDB_READ_TOKEN .. $OMDB_API_KEY)
        \ || filereadable(folder .. '/marquee/providers.yaml')
  return ['marquee', '--framing', 'line'] + (is_ready ? [] : ['--demo'])
endfunction

" The language server's program and its arguments.
function! marquee#server#LanguageServer() abort
  return [get(g:, 'marquee_command', s:Command())[0], 'language-server']
endfunction

" Every line is one message. A process that is ended cancels its calls, but they are asked again.
function! s:Receive(channel, line) abort
  if !exists('s:job') || ch_getjob(a:channel) isnot s:job
    return
  endif
  try
    let message = json_decode(a:line)
  catch
    return marquee#server#Complain('not a message: ' .. a:line[:200])
  endtry
  let s:has_answered = v:true
  let method = get(message, 'method', '')
  if method ==# '$/progress'
    let call = get(s:waiting, message.params.token, {})
    if has_key(call, 'part')
      call call.part(message.params.value)
    endif
  elseif !empty(method)
    call s:Tell(method, message.params)
  elseif has_key(s:waiting, get(message, 'id', ''))
    let call = remove(s:waiting, message.id)
    call call.done(get(message, 'error', {}), get(message, 'result', {}))
  endif
endfunction

function! s:FailAll(reason) abort
  let [unanswered, s:waiting] = [values(s:waiting), {}]
  for call in unanswered
    call call.done({'message': a:reason}, {})
  endfor
endfunction

" Whether the program ends again and again, as one does that cannot take a call that is repeated.
function! s:KeepsEnding() abort
  let s:ends = filter(s:ends, 'localtime() - v:val < 600') + [localtime()]
  return len(s:ends) > 3
endfunction

function! s:GiveUp(reason) abort
  call marquee#server#Complain(a:reason)
  call s:FailAll('marquee ' .. a:reason)
endfunction

" Starts the program, and asks everything again that has no answer. Returns whether it runs.
function! s:StartAgain() abort
  if !s:Start()
    return v:false
  endif
  for id in sort(keys(s:waiting), 'N')
    call s:Send({'id': str2nr(id), 'method': s:waiting[id].method, 'params': s:waiting[id].params})
  endfor
  call s:Tell('restarted', {})
  return v:true
endfunction

" A program that never answered would only end again, so it is not started a second time. The next call starts it.
function! s:Ended(job, status) abort
  if !exists('s:job') || a:job != s:job
    return
  endif
  let signal = job_info(a:job).termsig
  let ending = empty(signal) ? 'ended with ' .. a:status : 'was ended by ' .. signal
  let hint = a:status == 78 ? '; `marquee check` shows what is wrong in providers.yaml' : ''
  unlet s:job
  if !s:has_answered
    call s:GiveUp(ending .. hint)
  elseif s:KeepsEnding()
    call s:GiveUp(ending .. ' four times in ten minutes')
  elseif !s:StartAgain()
    call marquee#server#Complain(ending .. ', and could not be started again')
  else
    echohl WarningMsg | echomsg 'marquee ' .. ending .. ', and was started again' | echohl None
  endif
endfunction

" Returns whether the program runs; where it cannot be started, all calls fail with the reason.
function! s:Start() abort
  if exists('s:job')
    return v:true
  endif
  let command = get(g:, 'marquee_command', s:Command())
  if !executable(command[0])
    call s:FailAll('cannot find the program ' .. command[0] .. '; see :help g:marquee_command')
    return v:false
  endif
  let s:has_answered = v:false
  let job = job_start(command, {'mode': 'nl', 'out_cb': function('s:Receive'), 'exit_cb': function('s:Ended'),
        \ 'err_io': 'null', 'stoponexit': ''})
  " A program that is being replaced may not be startable yet.
  if job_status(job) ==# 'fail'
    call s:FailAll('cannot start the program ' .. command[0])
    return v:false
  endif
  let s:job = job
  call s:Send({'id': 0, 'method': 'cache/watch'})
  return v:true
endfunction

" A program that has just ended takes nothing: s:Ended starts it again, and sends the call then.
function! s:Send(message) abort
  try
    call ch_sendraw(s:job, json_encode(extend({'jsonrpc': '2.0'}, a:message)) .. "\n")
  catch /E631\|E906/
  endtry
endfunction

" Calls a method and returns the id of the call. Done gets an error or a result; Part, if it is given, gets what single
" sources have answered before that.
function! marquee#server#Request(method, params, Done, Part = v:null) abort
  let s:last_id += 1
  let id = s:last_id
  let params = copy(a:params)
  let s:waiting[id] = {'method': a:method, 'params': params, 'done': a:Done}
  if a:Part isnot v:null
    let s:waiting[id].part = a:Part
    let params.partialResultToken = id
  endif
  if s:Start()
    call s:Send({'id': id, 'method': a:method, 'params': params})
  endif
  return id
endfunction

" Cancels a call. Its handlers are forgotten, so an answer that is already on its way changes nothing.
function! marquee#server#Cancel(id) abort
  if has_key(s:waiting, a:id)
    call remove(s:waiting, a:id)
    if exists('s:job')
      call s:Send({'method': '$/cancelRequest', 'params': {'id': a:id}})
    endif
  endif
endfunction

" Waits for the result of a call, at most so many milliseconds, and returns it, or nothing.
function! marquee#server#Ask(method, params, milliseconds) abort
  let answer = {}
  let call = marquee#server#Request(a:method, a:params, {error, result -> extend(answer, {'result': result})})
  for _ in range(a:milliseconds / 10)
    if has_key(answer, 'result')
      break
    endif
    sleep 10m
  endfor
  call marquee#server#Cancel(call)
  return get(answer, 'result', {})
endfunction

" The process id of the program, or 0 if it does not run.
function! marquee#server#Process() abort
  return exists('s:job') ? job_info(s:job).process : 0
endfunction

" Ends the process, also one that hangs.
function! s:EndProcess() abort
  if exists('s:job')
    call s:Send({'id': 0, 'method': 'shutdown'})
    call s:Send({'method': 'exit'})
    let job = s:job
    call timer_start(2000, {-> job_stop(job, 'kill')})
    unlet s:job
  endif
endfunction

" Ends the program.
function! marquee#server#Stop() abort
  call s:EndProcess()
  call s:FailAll('marquee was stopped')
endfunction

" Ends the program, and starts it again, which may be a newer one by now. What waits for an answer is asked again.
function! marquee#server#Restart() abort
  call s:EndProcess()
  call s:StartAgain()
endfunction

autocmd VimLeavePre * call marquee#server#Stop()
