;;; marquee.el --- Search, read, bookmark and insert films -*- lexical-binding: t; -*-

;; Requires Emacs 28 or later; jsonrpc.el, which is part of it, uses Content-Length headers.
;; Save this file as marquee.el on the `load-path', and (require 'marquee).
;;
;;   M-x marquee             yesterday's box office
;;   M-x marquee-search      films as you type; TAB completes titles
;;   M-x marquee-bookmarks
;;
;; In the list: RET shows a film, b bookmarks it, i inserts it as Markdown where you came from,
;; + loads the next page, q quits.

;;; Code:

(require 'jsonrpc)
(require 'seq)

(defvar marquee-command nil
  "The program and its arguments; nil for the usual ones.")
(defvar marquee-delay 0.15
  "How long to wait after typing before a search begins, in seconds.")
(defvar marquee-limit 20
  "Films for each page.")

;;; The process: plain JSON-RPC without a handshake.

(defvar marquee--connection nil)
(defvar marquee--parts (make-hash-table :test #'equal)
  "What receives the parts of a running call, by the call's token.")
(defvar marquee--last-token 0)

(defun marquee--command ()
  "The program; until you have a key or your own definitions, the built-in recording answers."
  (or marquee-command
      (append '("marquee" "--framing" "header")
              (unless (or (seq-some #'getenv '("KOFIC_API_KEY" "TMDB_READ_TOKEN" "OMDB_API_KEY"))
                          (file-readable-p (expand-file-name "marquee/providers.yaml"
                                                             (or (getenv "XDG_CONFIG_HOME") "~/.config"))))
                '("--demo")))))

(defun marquee--connection ()
  "The running connection; started if there is none."
  (unless (and marquee--connection (jsonrpc-running-p marquee--connection))
    (setq marquee--connection
          (jsonrpc-process-connection
           :name "marquee"
           :notification-dispatcher #'marquee--notified
           :process (lambda ()
                      (make-process :name "marquee" :command (marquee--command)
                                    :connection-type 'pipe :coding 'utf-8-emacs-unix
                                    :noquery t :stderr (get-buffer-create "*marquee stderr*")))))
    (marquee--request "cache/watch" nil #'ignore))
  marquee--connection)

(defun marquee--notified (_connection method params)
  "Take the notification METHOD with its PARAMS."
  (pcase method
    ('$/progress
     (when-let ((part (gethash (plist-get params :token) marquee--parts)))
       (funcall part (plist-get params :value))))
    ('cache/changed
     (when-let ((buffer (get-buffer "*films*")))
       (with-current-buffer buffer
         (when marquee--again (funcall marquee--again)))))
    ('library/changed
     (when-let ((buffer (get-buffer "*films*")))
       (with-current-buffer buffer (marquee--library-changed params))))))

(defun marquee--failure (err)
  "What to say of the error object ERR."
  (let ((hint (plist-get (plist-get err :data) :hint)))
    (concat (plist-get err :message) (and hint (format " (%s)" hint)))))

(defun marquee--request (method params done &optional failed part)
  "Call METHOD with the plist PARAMS and return what `marquee--cancel' takes.
DONE gets the result and FAILED the error; PART gets what single sources have answered before that.
METHOD goes as a symbol: jsonrpc.el sends a string as null."
  (let ((token (when part (cl-incf marquee--last-token)))
        (connection (marquee--connection)))
    (when part
      (puthash token part marquee--parts)
      (setq params (append params (list :partialResultToken token))))
    ;; `jsonrpc-async-request' does not return the id, which a cancellation needs.
    (cons (car (jsonrpc--async-request-1
                connection (intern method) (or params (make-hash-table))
                :timeout nil
                :success-fn (lambda (result) (remhash token marquee--parts) (funcall done result))
                :error-fn (lambda (err)
                            (remhash token marquee--parts)
                            (if failed (funcall failed err) (message "Marquee: %s" (marquee--failure err))))))
          token)))

(defun marquee--cancel (call)
  "Cancel CALL; its parts are forgotten."
  (when call
    (remhash (cdr call) marquee--parts)
    (jsonrpc-notify (marquee--connection) '$/cancelRequest (list :id (car call)))))

(defun marquee-stop ()
  "End the program."
  (when (and marquee--connection (jsonrpc-running-p marquee--connection))
    (jsonrpc-request marquee--connection 'shutdown nil :timeout 2)
    (jsonrpc-notify marquee--connection 'exit nil)))

(add-hook 'kill-emacs-hook #'marquee-stop)

;;; What films look like.

(defun marquee--films-of (answer)
  "The films of ANSWER, or of a part of one: those of a chart are in its entries."
  (or (plist-get answer :movies)
      (mapcar (lambda (entry) (plist-get entry :movie)) (plist-get answer :entries))))

(defun marquee--title (movie)
  "The title and year of MOVIE."
  (concat (or (plist-get movie :title) (plist-get movie :id))
          (when (plist-get movie :year) (format " (%d)" (plist-get movie :year)))))

(defun marquee--other-titles (movie)
  "The titles of MOVIE but the first."
  (remove (plist-get movie :title)
          (mapcar (lambda (title) (plist-get title :text)) (plist-get movie :titles))))

(defun marquee--same-p (one other)
  "Whether ONE and OTHER share an id in a namespace; the preferred `id' may change between two answers."
  (cl-loop for (space value) on (plist-get one :ids) by #'cddr
           thereis (equal value (plist-get (plist-get other :ids) space))))

(defun marquee--markdown (movie poster sources)
  "MOVIE as Markdown with front matter, with the place of its POSTER and its SOURCES.  JSON texts are valid YAML."
  (let ((rating (seq-first (plist-get movie :ratings))))
    (concat
     "---\n"
     (cl-loop for (key value)
              in `(("title" ,(or (plist-get movie :title) (plist-get movie :id)))
                   ("also" ,(marquee--other-titles movie))
                   ("year" ,(plist-get movie :year))
                   ("minutes" ,(plist-get movie :runtimeMinutes))
                   ("directors" ,(mapcar (lambda (person) (plist-get person :name)) (plist-get movie :directors)))
                   ("genres" ,(append (plist-get movie :genres) nil))
                   ("rating" ,(when rating (format "%s/%s (%s)" (plist-get rating :value) (plist-get rating :scale)
                                                   (plist-get rating :provider))))
                   ("id" ,(plist-get movie :id))
                   ("poster" ,poster)
                   ("sources" ,sources))
              when value
              concat (format "%s: %s\n" key
                             (decode-coding-string (json-serialize (if (listp value) (vconcat value) value)) 'utf-8)))
     "---\n\n# " (marquee--title movie) "\n"
     (when-let ((overview (plist-get movie :overview)))
       (concat "\n" (plist-get overview :text) "\n")))))

(defun marquee--describe (movie show)
  "Fetch MOVIE and call SHOW with its Markdown: with its poster's address, and again once that is a file."
  (marquee--request
   "movies/get" (list :id (plist-get movie :id) :include ["credits"])
   (lambda (result)
     (let* ((film (plist-get result :movie))
            (sources (mapcar (lambda (source) (plist-get source :provider))
                             (seq-filter (lambda (source) (member (plist-get source :status) '("ok" "stale")))
                                         (plist-get result :sources))))
            (poster (seq-find (lambda (image) (equal (plist-get image :kind) "poster")) (plist-get film :images))))
       (funcall show (marquee--markdown film (plist-get poster :url) sources))
       (when poster
         (marquee--request
          "images/get" (list :id (plist-get film :id) :kind "poster" :width 500)
          (lambda (found)
            (funcall show (marquee--markdown film
                                             (or (plist-get (plist-get found :image) :path) (plist-get poster :url))
                                             sources)))
          #'ignore))))))

;;; The list.  Line 1 is the query, line 2 says what is shown, the films follow.

(defvar-local marquee--movies nil)
(defvar-local marquee--query "")
(defvar-local marquee--note "")
(defvar-local marquee--call nil "The call that fills the list.")
(defvar-local marquee--method nil "The method of that call.")
(defvar-local marquee--again nil "Repeats that call.")
(defvar-local marquee--more nil "Loads the next page.")
(defvar-local marquee--origin nil "Where films are inserted: a marker.")

(defvar marquee-list-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'marquee-show)
    (define-key map "b" #'marquee-bookmark)
    (define-key map "i" #'marquee-insert)
    (define-key map "+" #'marquee-more)
    map))

(define-derived-mode marquee-list-mode special-mode "Films")

(defun marquee--count ()
  "How many films there are."
  (let ((count (length marquee--movies)))
    (format (if (= count 1) "%d film" "%d films") count)))

(defun marquee--film ()
  "The film on this line."
  (or (get-text-property (line-beginning-position) 'marquee-film) (user-error "There is no film on this line")))

(defun marquee--draw ()
  "Write the list; the cursor stays at its film."
  (let* ((inhibit-read-only t)
         (window (get-buffer-window))
         (_ (when window (goto-char (window-point window))))
         (current (get-text-property (line-beginning-position) 'marquee-film))
         (place (point)))
    (erase-buffer)
    (insert marquee--query "\n" marquee--note "\n")
    (dolist (movie marquee--movies)
      (when (and current (marquee--same-p movie current))
        (setq place (point)))
      (insert (propertize (concat (if (eq (plist-get movie :bookmarked) t) "★ " "  ")
                                  (marquee--title movie)
                                  (when-let ((also (car (marquee--other-titles movie)))) (concat " · " also))
                                  "\n")
                          'marquee-film movie)))
    (goto-char (min place (point-max)))
    (when window (set-window-point window (point)))))

(defun marquee--add (movies)
  "Put MOVIES below the others, but those that are there."
  (seq-doseq (movie movies)
    (unless (seq-some (lambda (other) (marquee--same-p movie other)) marquee--movies)
      (setq marquee--movies (append marquee--movies (list movie))))))

(defun marquee--problem-notes (problems)
  "PROBLEMS are what a reader should know about the sources."
  (mapconcat (lambda (problem) (concat " · " problem)) problems ""))

(defun marquee--load (method params &optional is-again)
  "Fill the list with the films of METHOD with PARAMS, page after page; a call that still runs is cancelled.
If IS-AGAIN, the list stays as it is until the answer."
  (marquee--cancel marquee--call)
  (let* ((buffer (current-buffer))
         (before (when (plist-get params :cursor) marquee--movies))
         (is-first (not (plist-get params :cursor)))
         (again (lambda () (marquee--load method (marquee--same-films params) t)))
         call)
    (setq marquee--method method
          marquee--again again
          marquee--more nil)
    (unless is-again (setq marquee--note "asking the sources…"))
    ;; The answer to a cancelled call may be on its way: only the last call may write.
    (cl-flet ((when-current (handle)
                (lambda (result)
                  (when (buffer-live-p buffer)
                    (with-current-buffer buffer
                      (when (eq call marquee--call)
                        (funcall handle result)
                        (marquee--draw)))))))
      (setq call
            (marquee--request
             method params
             (when-current
              (lambda (result)
                (let ((cursor (plist-get (plist-get result :page) :next))
                      (pause (plist-get result :retryAfterSeconds)))
                  (setq marquee--call nil
                        marquee--movies before)
                  (marquee--add (marquee--films-of result))
                  (when (stringp cursor)
                    (setq marquee--more
                          (lambda () (marquee--load method (plist-put (copy-sequence params) :cursor cursor)))))
                  ;; A source that could not be asked yet is asked once more.
                  (when (and pause (not is-again))
                    (run-at-time pause nil
                                 (lambda ()
                                   (when (buffer-live-p buffer)
                                     (with-current-buffer buffer
                                       (when (eq marquee--again again) (funcall again)))))))
                  (setq marquee--note
                        (concat (marquee--count)
                                (when-let ((period (plist-get result :period))) (concat " of " (plist-get period :from)))
                                (when marquee--more ", + for more")
                                (marquee--problem-notes (plist-get result :problems)))))))
             (when-current
              (lambda (err)
                (unless is-again (setq marquee--movies before))
                (setq marquee--call nil
                      marquee--note (marquee--failure err))))
             (unless is-again
               (when-current
                (lambda (part)
                  (when is-first (setq marquee--movies nil is-first nil))
                  (marquee--add (marquee--films-of part))
                  (setq marquee--note (concat (marquee--count) " so far…"))))))
            marquee--call call))
    (marquee--draw)))

(defun marquee--same-films (params)
  "PARAMS for as many films as are shown, so that the reader keeps the place."
  (let ((params (copy-sequence params)))
    (when (plist-get params :limit)
      (setq params (plist-put params :limit (max (plist-get params :limit) (min (length marquee--movies) 100)))))
    (cl-loop for (name value) on params by #'cddr
             unless (eq name :cursor) append (list name value))))

(defun marquee--among-p (movie ids)
  "Whether one of IDS is of MOVIE."
  (cl-loop for (space value) on (plist-get movie :ids) by #'cddr
           thereis (seq-contains-p ids (concat (substring (symbol-name space) 1) ":" value))))

(defun marquee--library-changed (change)
  "Ask for what is shown of the library after CHANGE, and for nothing else: no source is asked, and the list stays."
  (if (equal marquee--method "bookmarks/list")
      (when (seq-contains-p (plist-get change :changed) "bookmarks") (funcall marquee--again))
    (let* ((buffer (current-buffer))
           ;; Without ids, any film may have changed.
           (touched (seq-filter (lambda (movie)
                                  (or (not (plist-member change :ids))
                                      (marquee--among-p movie (plist-get change :ids))))
                                marquee--movies))
           (ids (mapcar (lambda (movie) (plist-get movie :id)) (seq-take touched 500))))
      (when ids
        (marquee--request
         "library/get" (list :ids (vconcat ids))
         (lambda (result)
           (when (buffer-live-p buffer)
             (with-current-buffer buffer
               (seq-doseq (film (plist-get result :films))
                 (dolist (movie marquee--movies)
                   (when (equal (plist-get movie :id) (plist-get film :id))
                     (plist-put movie :bookmarked (plist-get film :bookmarked)))))
               (marquee--draw))))
         #'ignore)))))

(defun marquee--search (query)
  "Fill the list with what QUERY finds while it is typed; without a query, with the box office."
  (setq marquee--query query)
  (if (string-empty-p query)
      (marquee--load "boxOffice/daily" nil)
    (marquee--load "movies/search" (list :query query :limit marquee-limit :remember :json-false))))

(defun marquee--open ()
  "An empty list, shown in a window."
  (let ((origin (point-marker)))
    (with-current-buffer (get-buffer-create "*films*")
      (unless (derived-mode-p 'marquee-list-mode)
        (marquee-list-mode)
        (setq marquee--origin origin))
      (unless (eq (marker-buffer origin) (current-buffer))
        (setq marquee--origin origin))
      (setq marquee--query "" marquee--movies nil)
      (display-buffer (current-buffer))
      (current-buffer))))

;;;###autoload
(defun marquee ()
  "Show yesterday's box office."
  (interactive)
  (with-current-buffer (marquee--open) (marquee--search ""))
  (pop-to-buffer "*films*"))

;;;###autoload
(defun marquee-bookmarks ()
  "Show the bookmarked films."
  (interactive)
  (with-current-buffer (marquee--open)
    (marquee--load "bookmarks/list" (list :limit marquee-limit)))
  (pop-to-buffer "*films*"))

(defun marquee--suggest (prefix)
  "Titles that begin with PREFIX; none where the program has no `movies/suggest'."
  (condition-case nil
      (mapcar (lambda (suggestion) (or (plist-get suggestion :matchedTitle) (plist-get suggestion :title)))
              (plist-get (jsonrpc-request (marquee--connection) 'movies/suggest (list :prefix prefix :limit 20)
                                          :timeout 1)
                         :suggestions))
    (jsonrpc-error nil)))

;;;###autoload
(defun marquee-search ()
  "Search films while you type their titles."
  (interactive)
  (let ((buffer (marquee--open)) (typed "") timer)
    (minibuffer-with-setup-hook
        (lambda ()
          (use-local-map (make-composed-keymap (let ((map (make-sparse-keymap)))
                                                 (define-key map " " #'self-insert-command)
                                                 map)
                                               (current-local-map)))
          (add-hook 'post-command-hook
                    (lambda ()
                      (unless (equal typed (minibuffer-contents-no-properties))
                        (setq typed (minibuffer-contents-no-properties))
                        (when timer (cancel-timer timer))
                        (setq timer (run-with-timer
                                     marquee-delay nil
                                     (lambda (query) (with-current-buffer buffer (marquee--search query)))
                                     typed))))
                    nil t))
      (completing-read "Film: " (completion-table-dynamic #'marquee--suggest)))
    (pop-to-buffer buffer)
    (goto-char (point-min))
    (forward-line 2)))

(defun marquee-more ()
  "Load the next page."
  (interactive)
  (if marquee--more (funcall marquee--more) (message "There are no more films")))

(defun marquee-bookmark ()
  "Bookmark the film of this line, or remove its bookmark."
  (interactive)
  (let* ((movie (marquee--film))
         (buffer (current-buffer))
         (is-marked (not (eq (plist-get movie :bookmarked) t))))
    (marquee--request
     (if is-marked "bookmarks/add" "bookmarks/remove") (list :id (plist-get movie :id))
     (lambda (_)
       (with-current-buffer buffer
         ;; The list may have been replaced meanwhile.
         (dolist (other marquee--movies)
           (when (marquee--same-p movie other)
             (plist-put other :bookmarked (if is-marked t :json-false))))
         (marquee--draw))))))

(defun marquee-show ()
  "Show the film of this line."
  (interactive)
  (let ((buffer (get-buffer-create "*film*")) (is-shown nil))
    (marquee--describe
     (marquee--film)
     (lambda (text)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (let ((inhibit-read-only t))
             (erase-buffer)
             (insert text)
             (goto-char (point-min)))
           (special-mode))
         (unless is-shown
           (setq is-shown t)
           (pop-to-buffer buffer)))))))

(defun marquee-insert ()
  "Insert the film of this line as Markdown where you came from."
  (interactive)
  (let ((place marquee--origin))
    (marquee--describe
     (marquee--film)
     ;; With the address of the poster: its file may go again when the cache has grown.
     (lambda (text)
       (when (and place (buffer-live-p (marker-buffer place)))
         (with-current-buffer (marker-buffer place)
           (save-excursion (goto-char place) (insert text))))
       (setq place nil)))))

(provide 'marquee)
;;; emacs.el ends here
