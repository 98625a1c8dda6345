;;; marquee.el --- Search films, box office, and a film diary  -*- lexical-binding: t; -*-

;; Author: The Marquee authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: multimedia, tools
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Search films as you type, read about them, bookmark, rate, and log them, and
;; see the box office.  Needs the program `marquee'.
;;
;;   M-x marquee               yesterday's box office as a list of films
;;   M-x marquee-search        films as you type; TAB completes titles
;;   M-x marquee-bookmarks     the films that you bookmarked
;;   M-x marquee-diary         the films that you watched
;;   M-x marquee-box-office    a box office with figures
;;   M-x marquee-org-sync      brings an Org file of watched films and your
;;                             library in step, both ways
;;
;; In a list: RET shows a film, b bookmarks it, r rates it, w logs it, i inserts
;; it as Markdown in your last buffer, + loads the next page, q quits.

;;; Code:

(require 'marquee-film)

(defcustom marquee-delay 0.15
  "How long to wait after typing before a search begins, in seconds."
  :type 'number
  :group 'marquee)

(defcustom marquee-limit 20
  "Films for each page."
  :type 'natnum
  :group 'marquee)

;;; The view of a film

(defvar-local marquee--shown-film nil
  "The film of this buffer.")

(defvar marquee-film-mode-map
  (make-composed-keymap marquee-film-map special-mode-map)
  "The keys of the view of a film.")

(define-derived-mode marquee-film-mode special-mode "Film"
  "Shows a film as Markdown."
  (setq marquee-film-at-point-function (lambda () marquee--shown-film)))

(defun marquee-show (movie)
  "Show MOVIE in a buffer of its own."
  (interactive (list (marquee-film-at-point)))
  (let ((buffer (get-buffer-create "*film*"))
        (is-shown nil))
    (marquee-describe
     movie
     (lambda (film text &optional poster)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (let ((inhibit-read-only t))
             (erase-buffer)
             (insert text)
             (when (and poster (display-images-p))
               (insert "\n")
               (insert-image (create-image (base64-decode-string poster) nil t :max-height 600) "poster"))
             (goto-char (point-min)))
           (marquee-film-mode)
           (setq marquee--shown-film film))
         (unless is-shown
           (setq is-shown t)
           (pop-to-buffer buffer)))))))

;;; The list: line 1 is the query, line 2 says what is shown, the films follow

(defvar-local marquee--movies nil)
(defvar-local marquee--query "")
(defvar-local marquee--note "")
(defvar-local marquee--call nil "The call that fills the list.")
(defvar-local marquee--method nil "The method of that call.")
(defvar-local marquee--again nil "Repeats that call.")
(defvar-local marquee--more nil "Loads the next page.")
(defvar-local marquee--seen-point nil "Where the cursor was after the last command.")
(defvar-local marquee--origin nil "Where films are inserted: a marker.")

(defvar marquee-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap marquee-film-map special-mode-map))
    (define-key map (kbd "RET") #'marquee-show)
    (define-key map "i" #'marquee-insert)
    (define-key map "+" #'marquee-more)
    map)
  "The keys of a list of films.")

(define-derived-mode marquee-list-mode special-mode "Films"
  "Lists films.  The first line is the query, the second says what is shown.

\\{marquee-list-mode-map}"
  (setq marquee-film-at-point-function
        (lambda () (get-text-property (line-beginning-position) 'marquee-film)))
  (setq-local word-wrap t)
  (add-hook 'post-command-hook #'marquee--load-at-end nil t))

(defun marquee--count ()
  "Return how many films there are, in words."
  (let ((count (length marquee--movies)))
    (format (if (= count 1) "%d film" "%d films") count)))

(defun marquee--draw ()
  "Write the list.  The cursor stays on its film."
  (let* ((inhibit-read-only t)
         (window (get-buffer-window))
         (_ (when window (goto-char (window-point window))))
         (current (get-text-property (line-beginning-position) 'marquee-film))
         (place (point)))
    (erase-buffer)
    (insert marquee--query "\n" marquee--note "\n")
    (dolist (movie marquee--movies)
      (when (and current (marquee-same-p movie current))
        (setq place (point)))
      (insert (propertize (concat (marquee-line movie) "\n") 'marquee-film movie)))
    (goto-char (min place (point-max)))
    (when window (set-window-point window (point)))))

(defun marquee--add (movies)
  "Put MOVIES below the others, but those that are there."
  (dolist (movie movies)
    (unless (seq-some (lambda (other) (marquee-same-p movie other)) marquee--movies)
      (setq marquee--movies (append marquee--movies (list movie))))))

(defun marquee--same-films (params)
  "Return PARAMS for as many films as are shown, so that the reader stays."
  (cl-loop for (name value) on params by #'cddr
           unless (eq name :cursor)
           append (list name (if (eq name :limit)
                                 (max value (min (length marquee--movies) 100))
                               value))))

(defun marquee--note-of (result)
  "Return what a reader should know of RESULT."
  (concat (marquee--count)
          (when-let* ((period (plist-get result :period))) (concat " of " (plist-get period :from)))
          (when marquee--more ", + for more")
          (mapconcat (lambda (problem) (concat " · " problem)) (plist-get result :problems) "")))

(defun marquee--retry-later (seconds)
  "Repeat the call after SECONDS, unless the list has been filled anew by then.
A source that could not be asked yet is asked once more."
  (let ((buffer (current-buffer))
        (again marquee--again))
    (run-at-time seconds nil
                 (lambda ()
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (when (eq marquee--again again) (funcall again))))))))

(defun marquee--show-result (result method params)
  "Add the films of RESULT, which METHOD with PARAMS has returned."
  (let ((cursor (plist-get (plist-get result :page) :next)))
    (marquee--add (marquee-films-of result))
    (setq marquee--call nil
          marquee--more (when cursor
                          (lambda () (marquee--load method (plist-put (copy-sequence params) :cursor cursor))))
          marquee--note (marquee--note-of result))))

(defun marquee--in-list (handle)
  "Return a function that hands a value to HANDLE in this list, and draws it.
It does nothing once the list is gone."
  (let ((buffer (current-buffer)))
    (lambda (value)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (funcall handle value)
          (marquee--draw))))))

(defun marquee--load (method params &optional is-again)
  "Fill the list with the films of METHOD with PARAMS, page after page.
A call that still runs is cancelled.  If IS-AGAIN, the list stays as it is
until the answer."
  (marquee-cancel marquee--call)
  (let ((before (when (plist-get params :cursor) marquee--movies))
        (is-first (not (plist-get params :cursor))))
    (setq marquee--method method
          marquee--again (lambda () (marquee--load method (marquee--same-films params) t))
          marquee--more nil)
    (unless is-again (setq marquee--note "asking the sources…"))
    (setq marquee--call
          (marquee-request
           method params
           (marquee--in-list
            (lambda (result)
              (setq marquee--movies before)
              (marquee--show-result result method params)
              (when-let* ((pause (and (not is-again) (plist-get result :retryAfterSeconds))))
                (marquee--retry-later pause))))
           (marquee--in-list
            (lambda (err)
              (unless is-again (setq marquee--movies before))
              (setq marquee--call nil
                    ;; A page that failed can be asked for again.
                    marquee--more (when (plist-get params :cursor)
                                    (lambda () (marquee--load method params)))
                    marquee--note (marquee-failure err))))
           (unless is-again
             (marquee--in-list
              (lambda (part)
                (when is-first (setq marquee--movies nil is-first nil))
                (marquee--add (marquee-films-of part))
                (setq marquee--note (concat (marquee--count) " so far…")))))))
    (marquee--draw)))

(defun marquee--search (query)
  "Fill the list with films for QUERY while it is typed.
Without a query, it has the box office."
  (setq marquee--query query)
  (if (string-empty-p query)
      (marquee--load "boxOffice/daily" nil)
    (marquee--load "movies/search" (list :query query :limit marquee-limit :remember :false))))

(defun marquee--origin-here ()
  "Return point as a marker, or nil where no film can be inserted."
  (unless (derived-mode-p 'special-mode) (point-marker)))

(defun marquee--open ()
  "Return an empty list, shown in a window."
  (let ((origin (marquee--origin-here)))
    (with-current-buffer (get-buffer-create "*films*")
      (unless (derived-mode-p 'marquee-list-mode)
        (marquee-list-mode))
      (when origin (setq marquee--origin origin))
      (setq marquee--query "" marquee--movies nil)
      (display-buffer (current-buffer))
      (current-buffer))))

;;; Changes elsewhere

(defun marquee--each-list (action)
  "Call ACTION in each buffer that lists films."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (derived-mode-p 'marquee-list-mode 'marquee-box-office-mode)
        (funcall action)))))

(defun marquee--redraw ()
  "Draw the list or the table of this buffer again."
  (if (derived-mode-p 'marquee-list-mode)
      (marquee--draw)
    (marquee--print-box-office)))

(defun marquee--mark-shown (movie change)
  "Call CHANGE with each copy of MOVIE that is shown."
  (marquee--each-list
   (lambda ()
     (dolist (other marquee--movies)
       (when (marquee-same-p movie other) (funcall change other)))
     (marquee--redraw))))

(add-hook 'marquee-mark-functions #'marquee--mark-shown)

(defun marquee--refresh-marks (ids)
  "Ask for what the library has of the films shown, if they are among IDS.
No source is asked, and the list stays."
  (let* ((buffer (current-buffer))
         (touched (seq-filter (lambda (movie) (marquee-among-p movie ids)) marquee--movies))
         (asked (seq-take (mapcar (lambda (movie) (plist-get movie :id)) touched) 500)))
    (when asked
      (marquee-request
       "library/get" (list :ids (vconcat asked))
       (lambda (result)
         (when (buffer-live-p buffer)
           (with-current-buffer buffer
             (dolist (standing (plist-get result :films))
               (dolist (movie marquee--movies)
                 (when (equal (plist-get movie :id) (plist-get standing :id))
                   (plist-put movie :bookmarked (plist-get standing :bookmarked))
                   (plist-put movie :card (plist-get standing :card)))))
             (marquee--redraw))))
       #'ignore))))

(defun marquee--library-changed (change)
  "Reload what is shown of the library after CHANGE, and nothing else."
  (let ((part (cdr (assoc marquee--method '(("bookmarks/list" . "bookmarks") ("cards/list" . "cards")))))
        (changed (plist-get change :changed)))
    (cond ((null part) (marquee--refresh-marks (plist-get change :ids)))
          ((or (null changed) (member part changed)) (funcall marquee--again)))))

(defun marquee--notified (method params)
  "Take the notification METHOD with its PARAMS."
  (pcase method
    ((or "library/changed" "restarted")
     (marquee--each-list (lambda () (marquee--library-changed params))))
    ("cache/changed"
     (marquee--each-list (lambda () (when marquee--again (funcall marquee--again)))))))

(add-hook 'marquee-notification-functions #'marquee--notified)

;;; Commands

;;;###autoload
(defun marquee ()
  "Show yesterday's box office as a list of films."
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

;;;###autoload
(defun marquee-diary ()
  "Show the films that you watched, the last first."
  (interactive)
  (with-current-buffer (marquee--open)
    (marquee--load "cards/list" (list :limit marquee-limit)))
  (pop-to-buffer "*films*"))

(defun marquee--suggest (prefix)
  "Return titles that begin with PREFIX.
Each has its film as the text property `marquee-film'."
  (mapcar (lambda (film)
            (propertize (or (plist-get film :matchedTitle) (plist-get film :title)) 'marquee-film film))
          (plist-get (marquee-ask "movies/suggest" (list :prefix prefix :limit 20) 1) :suggestions)))

(defun marquee--annotation (title)
  "Return what stands beside TITLE among the completions."
  (when-let* ((film (get-text-property 0 'marquee-film title)))
    (concat (when (plist-get film :year) (format "  %d" (plist-get film :year)))
            (unless (equal title (plist-get film :title)) (concat "  " (plist-get film :title))))))

(defun marquee--titles (text predicate action)
  "Complete TEXT with titles of films; PREDICATE and ACTION are as usual."
  (if (eq action 'metadata)
      '(metadata (category . marquee-film) (annotation-function . marquee--annotation))
    (complete-with-action action (marquee--suggest text) text predicate)))

;;; Titles in notes

(defconst marquee--most-words 6
  "How many words before point may begin a title.")

(defun marquee--title-starts ()
  "Return where a title before point may begin, the longest first."
  (save-excursion
    (let ((end (point)) starts)
      (while (and (< (length starts) marquee--most-words)
                  (re-search-backward "[^][:space:][(\"]+" (line-beginning-position) t))
        (skip-chars-backward "^][:space:][(\"" (line-beginning-position))
        (when (< (point) end) (push (point) starts)))
      starts)))

;;;###autoload
(defun marquee-completion-at-point ()
  "Complete the title of a film before point, also after brackets.
Add this function to `completion-at-point-functions' in notes.  No source is
asked: only films that you have searched for or seen before are completed."
  (when-let* ((found (seq-some (lambda (start)
                                 (let* ((prefix (buffer-substring-no-properties start (point)))
                                        (titles (seq-filter (lambda (title) (string-prefix-p prefix title t))
                                                            (marquee--suggest prefix))))
                                   (when titles (cons start titles))))
                               (marquee--title-starts))))
    (list (car found) (point) (completion-table-case-fold (cdr found))
          :annotation-function #'marquee--annotation :exclusive 'no)))

;;; The language server

(defvar eglot-server-programs)
(declare-function eglot-ensure "eglot")

;;;###autoload
(defun marquee-eglot-ensure ()
  "Check this buffer with the language server if it is a file `providers.yaml'.
Add this function to the hook of your mode for YAML.  Needs Eglot."
  (when (and buffer-file-name
             (equal (file-name-nondirectory buffer-file-name) "providers.yaml")
             (require 'eglot nil t))
    (setq-local eglot-server-programs
                (list (list major-mode (car (or marquee-command (marquee--default-command))) "language-server")))
    (eglot-ensure)))

;;; The search

(defun marquee--search-while-typing (buffer)
  "Search in the list BUFFER whenever the reader stops typing."
  (let ((typed "") timer)
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
              nil t)))

;;;###autoload
(defun marquee-search ()
  "Search films while you type their titles."
  (interactive)
  (let ((buffer (marquee--open)))
    (minibuffer-with-setup-hook (lambda () (marquee--search-while-typing buffer))
      (completing-read "Film: " #'marquee--titles))
    (pop-to-buffer buffer)
    (goto-char (point-min))
    (forward-line 2)))

(defun marquee-more ()
  "Load the next page."
  (interactive)
  (if marquee--more (funcall marquee--more) (message "There are no more films")))

(defun marquee--load-at-end ()
  "Load the next page once the cursor has come to the last film."
  (when (and marquee--more
             (not (eql (point) marquee--seen-point))
             (get-text-property (line-beginning-position) 'marquee-film)
             (save-excursion (forward-line 1) (eobp)))
    (funcall marquee--more))
  (setq marquee--seen-point (point)))

(defun marquee-insert (movie)
  "Insert MOVIE as Markdown in the last buffer."
  (interactive (list (marquee-film-at-point)))
  (let ((place marquee--origin))
    (marquee-describe
     movie
     ;; With the address of the poster: the cache may evict its file later.
     (lambda (_film text &optional _poster)
       (when (and place (buffer-live-p (marker-buffer place)))
         (with-current-buffer (marker-buffer place)
           (save-excursion (goto-char place) (insert text))))
       (setq place nil)))))

(autoload 'marquee-box-office "marquee-box-office" nil t)
(autoload 'marquee-org-update "marquee-org" nil t)
(autoload 'marquee-org-store "marquee-org" nil t)
(autoload 'marquee-org-sync "marquee-org" nil t)
(declare-function marquee--print-box-office "marquee-box-office")

(provide 'marquee)
;;; marquee.el ends here
