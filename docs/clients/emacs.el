;;; marquee.el --- Films from Marquee -*- lexical-binding: t; -*-

;; Requires Emacs 27 or later with jsonrpc.el, which uses Content-Length headers.
;; M-x marquee-box-office, M-x marquee-search

;;; Code:

(require 'jsonrpc)
(require 'seq)

(defvar marquee-command '("marquee" "--framing" "header")
  "The program and its arguments; add \"--demo\" to try it without a key or network.")

(defvar marquee--connection nil)

(defun marquee--connection ()
  "The running connection; started if there is none."
  (unless (and marquee--connection (jsonrpc-running-p marquee--connection))
    (setq marquee--connection
          (jsonrpc-process-connection
           :name "marquee"
           :process (lambda ()
                      (make-process :name "marquee" :command marquee-command
                                    :connection-type 'pipe :coding 'utf-8-emacs-unix
                                    :noquery t :stderr (get-buffer-create "*marquee stderr*"))))))
  marquee--connection)

(defun marquee-request (method &rest params)
  "Call METHOD with the plist PARAMS and return the result.
METHOD goes as a symbol: `jsonrpc-request' sends a string as null."
  (condition-case err
      (jsonrpc-request (marquee--connection) (intern method) (or params (make-hash-table)))
    (jsonrpc-error
     (let ((details (cdr err)))
       (user-error "Marquee: %s %s" (or (alist-get 'jsonrpc-error-message details) (error-message-string err))
                   (or (plist-get (alist-get 'jsonrpc-error-data details) :hint) ""))))))

(defun marquee--title (movie)
  "The title of MOVIE, or its id if no title is known."
  (or (plist-get movie :title) (plist-get movie :id)))

(defun marquee-box-office ()
  "Show yesterday's Korean box office."
  (interactive)
  (let ((entries (plist-get (marquee-request "boxOffice/daily") :entries)))
    (with-output-to-temp-buffer "*box office*"
      (seq-doseq (entry entries)
        (princ (format "%2d. %9s  %s\n"
                       (plist-get entry :rank)
                       (or (plist-get (plist-get entry :audience) :count) "")
                       (marquee--title (plist-get entry :movie))))))))

(defun marquee-search (query)
  "Search for QUERY, and show the chosen film."
  (interactive "sFilm: ")
  (let* ((movies (append (plist-get (marquee-request "movies/search" :query query) :movies) nil))
         (choices (mapcar (lambda (movie)
                            (cons (format "%s (%s)" (marquee--title movie) (or (plist-get movie :year) "?")) movie))
                          movies)))
    (if (null choices)
        (message "No source has a film of that name")
      (pp-display-expression (cdr (assoc (completing-read "Which: " choices nil t) choices)) "*film*"))))

(provide 'marquee)
;;; emacs.el ends here
