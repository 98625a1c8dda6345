;;; marquee.el --- Films from Marquee -*- lexical-binding: t; -*-

;; Needs Emacs 27 or later with jsonrpc.el, which frames with Content-Length headers.
;; M-x marquee-box-office, M-x marquee-search

;;; Code:

(require 'jsonrpc)

(defvar marquee-command '("marquee" "--framing" "header")
  "The program and its arguments; add \"--demo\" to try it without key and network.")

(defvar marquee--connection nil)

(defun marquee--connection ()
  "The running connection, started when there is none."
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
  "Call METHOD with the plist PARAMS and return the result."
  (jsonrpc-request (marquee--connection) method (or params (make-hash-table))))

(defun marquee-box-office ()
  "Show yesterday's Korean box office."
  (interactive)
  (let ((entries (plist-get (marquee-request "boxOffice/daily") :entries)))
    (with-output-to-temp-buffer "*box office*"
      (seq-doseq (entry entries)
        (princ (format "%2d. %9d  %s\n"
                       (plist-get entry :rank)
                       (plist-get (plist-get entry :audience) :count)
                       (plist-get (plist-get entry :movie) :title)))))))

(defun marquee-search (query)
  "Search for QUERY, and show the film that is chosen."
  (interactive "sFilm: ")
  (let* ((movies (append (plist-get (marquee-request "movies/search" :query query) :movies) nil))
         (choices (mapcar (lambda (movie)
                            (cons (format "%s (%s)" (plist-get movie :title) (or (plist-get movie :year) "?")) movie))
                          movies)))
    (if (null choices)
        (message "Nobody knows a film of that name")
      (pp-display-expression (cdr (assoc (completing-read "Which: " choices nil t) choices)) "*film*"))))

(provide 'marquee)
;;; emacs.el ends here
