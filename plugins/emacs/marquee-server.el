;;; marquee-server.el --- Talk to the program marquee  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The program: plain JSON-RPC, one message a line, no handshake.  If it ends
;; by itself, it is started again, and everything that still waits for an
;; answer is asked again.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'subr-x)

(defgroup marquee nil
  "Search, read, bookmark, and log films."
  :group 'applications
  :prefix "marquee-")

(defcustom marquee-command nil
  "The program and its arguments, or nil for the usual ones."
  :type '(choice (const :tag "marquee" nil) (repeat string)))

(defvar marquee-notification-functions nil
  "Functions that get the method and the parameters of each notification.
After the program was started again, the method is \"restarted\".")

(defvar marquee--process nil
  "The running program.")
(defvar marquee--calls (make-hash-table)
  "The calls without an answer, by their ids.")
(defvar marquee--last-id 0)
(defvar marquee--ends nil "When the program ended by itself, in the last ten minutes.")

(defun marquee--default-command ()
  "Return the usual program and arguments.
Until there is a key or a file of definitions, the built-in recording answers."
  (let ((definitions (expand-file-name "marquee/providers.yaml"
                                       (or (getenv "XDG_CONFIG_HOME") "~/.config"))))
    (append '("marquee" "--framing" "line")
            (unless (or (seq-some #'getenv '("KOFIC_API_KEY" "TMDB_READ_TOKEN" "OMDB_API_KEY"))
                        (file-readable-p definitions))
              '("--demo")))))

(defun marquee-failure (err)
  "Return what to say about the error object ERR."
  (let ((hint (plist-get (plist-get err :data) :hint)))
    (concat (plist-get err :message) (and hint (format " (%s)" hint)))))

;;; What comes in

(defun marquee--receive (message)
  "Pass MESSAGE on to those who wait for it."
  (let ((method (plist-get message :method))
        (params (plist-get message :params))
        (call (gethash (plist-get message :id) marquee--calls)))
    (cond ((equal method "$/progress")
           (when-let* ((waiting (gethash (plist-get params :token) marquee--calls))
                      (part (plist-get waiting :part)))
             (funcall part (plist-get params :value))))
          (method
           (run-hook-with-args 'marquee-notification-functions method params))
          (call
           (remhash (plist-get message :id) marquee--calls)
           (if-let* ((err (plist-get message :error)))
               (marquee--fail call err)
             (funcall (plist-get call :done) (plist-get message :result)))))))

(defun marquee--fail (call err)
  "Tell CALL of the error object ERR."
  (let ((failed (plist-get call :failed)))
    (if failed
        (funcall failed err)
      (message "Marquee: %s" (marquee-failure err)))))

(defun marquee--filter (process text)
  "Read the lines of TEXT, which comes from PROCESS.  Each is a message.
A process that is ended cancels its calls, but they are asked again."
  (let* ((unread (concat (process-get process 'unread) text))
         (lines (split-string unread "\n")))
    (process-put process 'unread (car (last lines)))
    (dolist (line (butlast lines))
      (when-let* ((message (and (eq process marquee--process) (marquee--parse line))))
        (process-put process 'has-answered t)
        ;; The messages after it must not be lost.
        (with-demoted-errors "Marquee: %S" (marquee--receive message))))))

(defun marquee--parse (line)
  "Return the message in LINE, or nil if it has none."
  (condition-case nil
      (json-parse-string line :object-type 'plist :array-type 'list
                         :null-object nil :false-object nil)
    (error (message "Marquee: not a message: %s" (truncate-string-to-width line 200))
           nil)))

(defun marquee--keeps-ending-p ()
  "Return whether the program ends again and again.
So does one that cannot take a call that is repeated."
  (let ((now (float-time)))
    (setq marquee--ends (cons now (seq-filter (lambda (time) (< (- now time) 600)) marquee--ends)))
    (> (length marquee--ends) 3)))

(defun marquee--give-up (reason)
  "Tell the reader REASON, and fail what waits for an answer.
The next call starts the program."
  (message "Marquee %s" reason)
  (marquee--fail-all (concat "marquee " reason)))

(defun marquee--ending (process)
  "Return how PROCESS has ended."
  (format "%s %d"
          (if (eq (process-status process) 'signal) "was ended by signal" "ended with")
          (process-exit-status process)))

(defun marquee--ended (process _event)
  "Start the program again after PROCESS has ended by itself.
A program that never answered would only end again, so its calls fail."
  (when (and (eq process marquee--process) (not (process-live-p process)))
    (setq marquee--process nil)
    (let ((ending (marquee--ending process)))
      (cond ((not (process-get process 'has-answered))
             (marquee--give-up
              (concat ending (when (= (process-exit-status process) 78)
                               "; `marquee check' shows what is wrong in providers.yaml"))))
            ((marquee--keeps-ending-p)
             (marquee--give-up (concat ending " four times in ten minutes")))
            (t
             (condition-case problem
                 (progn
                   (marquee--start-again)
                   (message "Marquee %s, and was started again" ending))
               (user-error
                (marquee--give-up (concat ending "; " (error-message-string problem))))))))))

(defun marquee--fail-all (reason)
  "Fail with REASON whatever waits for an answer."
  (let ((calls (hash-table-values marquee--calls)))
    (clrhash marquee--calls)
    (dolist (call calls)
      (marquee--fail call (list :message reason)))))

(defun marquee--start-again ()
  "Start a new process, and ask it everything that has no answer."
  (marquee--start)
  (dolist (id (sort (hash-table-keys marquee--calls) #'<))
    (let ((call (gethash id marquee--calls)))
      (marquee--send (plist-get call :method) (plist-get call :params) id)))
  (run-hook-with-args 'marquee-notification-functions "restarted" nil))

;;; What goes out

(defun marquee--send (method params &optional id)
  "Send METHOD with the plist PARAMS, as the call ID or as a notification.
A program that has just ended takes nothing; `marquee--ended' repeats the call."
  (let ((line (concat (json-serialize (append (list :jsonrpc "2.0" :method method)
                                              (when params (list :params params))
                                              (when id (list :id id))))
                      "\n")))
    (when (process-live-p marquee--process)
      (condition-case nil
          (process-send-string marquee--process line)
        (error nil)))))

(defun marquee--start ()
  "Start the program, unless it is running."
  (unless marquee--process
    (let ((command (or marquee-command (marquee--default-command))))
      (unless (executable-find (car command))
        (user-error "Cannot find the program %s; see `marquee-command'" (car command)))
      (setq marquee--process
            ;; A program that is being replaced may not be startable yet.
            (condition-case problem
                (make-process :name "marquee" :command command :connection-type 'pipe
                              :coding 'utf-8-unix :noquery t
                              :stderr (get-buffer-create " *marquee stderr*")
                              :filter #'marquee--filter :sentinel #'marquee--ended)
              (file-error (user-error "%s" (error-message-string problem)))))
      (marquee--send "cache/watch" nil 0))))

(defun marquee-request (method params done &optional failed part)
  "Call METHOD with the plist PARAMS, and return the id of the call.
DONE gets the result, and FAILED the error object; without FAILED, the error
is shown.  PART gets what single sources have answered before that.  False is
`:false' in PARAMS, and null is `:null'; both are nil in a result."
  (marquee--start)
  (let* ((id (cl-incf marquee--last-id))
         (params (append params (when part (list :partialResultToken id)))))
    (puthash id (list :method method :params params :done done :failed failed :part part)
             marquee--calls)
    (marquee--send method params id)
    id))

(defun marquee-cancel (id)
  "Cancel the call ID, which may be nil.
Its functions are forgotten, so an answer on its way changes nothing."
  (when (and id (gethash id marquee--calls))
    (remhash id marquee--calls)
    (marquee--send "$/cancelRequest" (list :id id))))

(defun marquee-ask (method params seconds)
  "Return the result of METHOD with PARAMS, or nil after SECONDS or an error."
  (let* ((answer nil)
         (is-answered nil)
         (id (marquee-request method params
                              (lambda (result) (setq answer result is-answered t))
                              (lambda (_) (setq is-answered t))))
         (end (+ (float-time) seconds)))
    (while (and (not is-answered) (< (float-time) end))
      (accept-process-output nil 0.05))
    (marquee-cancel id)
    answer))

(defun marquee--end-process ()
  "End the process, also one that hangs."
  (when (process-live-p marquee--process)
    (marquee--send "shutdown" nil 0)
    (marquee--send "exit" nil)
    (run-at-time 2 nil #'delete-process marquee--process))
  (setq marquee--process nil))

(defun marquee-stop ()
  "End the program, until the next command."
  (interactive)
  (marquee--end-process)
  (marquee--fail-all "marquee was stopped"))

;;;###autoload
(defun marquee-restart ()
  "End the program, and start it again, which may be a newer one by now.
What waits for an answer is asked again."
  (interactive)
  (marquee--end-process)
  (condition-case problem
      (progn
        (marquee--start-again)
        (message "Marquee was started again"))
    (user-error (marquee--give-up (concat "was stopped; " (error-message-string problem))))))

(add-hook 'kill-emacs-hook #'marquee-stop)

(provide 'marquee-server)
;;; marquee-server.el ends here
