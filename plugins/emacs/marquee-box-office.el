;;; marquee-box-office.el --- The box office as a table  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `marquee-box-office' shows the box office of a day, a week, or a weekend,
;; with figures.  `[' and `]' go to the one before and after; the other keys are
;; those of a list.

;;; Code:

(require 'marquee)
(require 'tabulated-list)
(require 'time-date)

(defvar-local marquee--entries nil
  "The entries of the box office.")
(defvar-local marquee--period nil
  "The days that are shown: a plist with :from and :to.")
(defvar-local marquee--span "day"
  "How many days are shown: \"day\", \"week\", \"weekend\", or \"weekdays\".")

(defvar marquee-box-office-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap marquee-film-map tabulated-list-mode-map))
    (define-key map (kbd "RET") #'marquee-show)
    (define-key map "i" #'marquee-insert)
    (define-key map "[" #'marquee-box-office-previous)
    (define-key map "]" #'marquee-box-office-next)
    map)
  "The keys of the box office.")

(defun marquee--by-number (column)
  "Return a predicate that compares rows by the number in COLUMN."
  (lambda (one other)
    (cl-flet ((number (row) (string-to-number (string-replace "," "" (aref (cadr row) column)))))
      (< (number one) (number other)))))

(define-derived-mode marquee-box-office-mode tabulated-list-mode "Box office"
  "Shows a box office with figures.

\\{marquee-box-office-mode-map}"
  (setq tabulated-list-format
        (vector (list "#" 3 (marquee--by-number 0) :right-align t)
                (list "±" 4 nil :right-align t)
                (list "Admissions" 11 (marquee--by-number 2) :right-align t)
                (list "To date" 12 (marquee--by-number 3) :right-align t)
                (list "Share" 6 (marquee--by-number 4) :right-align t)
                (list "Film" 40 t))
        marquee-film-at-point-function #'tabulated-list-get-id)
  (tabulated-list-init-header))

(defun marquee--change (entry)
  "Return how the rank of ENTRY has changed."
  (let ((change (or (plist-get entry :rankChange) 0)))
    (cond ((plist-get entry :isNew) "new")
          ((> change 0) (format "+%d" change))
          ((< change 0) (number-to-string change))
          (t "–"))))

(defun marquee--grouped (number)
  "Return NUMBER with its digits in groups of three, or nothing."
  (if number
      (let ((text (number-to-string number)))
        (while (string-match "\\([0-9]\\)\\([0-9]\\{3\\}\\)\\(,\\|\\'\\)" text)
          (setq text (replace-match "\\1,\\2\\3" nil nil text)))
        text)
    ""))

(defun marquee--row (entry)
  "Return ENTRY as a row of the table."
  (let* ((movie (plist-get entry :movie))
         (audience (plist-get entry :audience))
         (share (plist-get (plist-get entry :sales) :share)))
    (list movie
          (vector (number-to-string (plist-get entry :rank))
                  (marquee--change entry)
                  (marquee--grouped (plist-get audience :count))
                  (marquee--grouped (plist-get audience :total))
                  (if share (format "%.1f%%" share) "")
                  (string-trim-left (marquee-line movie))))))

(defun marquee--print-box-office ()
  "Write the table.  The cursor stays on its film."
  (setq tabulated-list-entries (mapcar #'marquee--row marquee--entries)
        mode-line-process (concat " " marquee--note))
  (tabulated-list-print t))

(defun marquee--show-box-office (result)
  "Show RESULT, and remember its day."
  (setq marquee--entries (plist-get result :entries)
        marquee--movies (marquee-films-of result)
        marquee--period (plist-get result :period)
        marquee--note (string-join (cons (marquee--days) (plist-get result :problems)) " · "))
  (marquee--print-box-office))

(defun marquee--days ()
  "Return the days that are shown, in words."
  (let ((from (plist-get marquee--period :from))
        (to (plist-get marquee--period :to)))
    (if (equal from to) from (concat from " to " to))))

(defun marquee--load-box-office (day)
  "Fill the table with the box office of DAY, or of yesterday without it."
  (marquee-cancel marquee--call)
  (let ((buffer (current-buffer))
        (is-day (equal marquee--span "day")))
    (setq marquee--call
          (marquee-request
           (if is-day "boxOffice/daily" "boxOffice/weekly")
           (append (when day (list :date day)) (unless is-day (list :span marquee--span)))
           (lambda (result)
             (when (buffer-live-p buffer)
               (with-current-buffer buffer (marquee--show-box-office result))))))))

;;;###autoload
(defun marquee-box-office (&optional day span)
  "Show the box office of DAY, by default of yesterday.
SPAN is \"day\", \"week\", \"weekend\", or \"weekdays\".  With a prefix
argument, ask for both."
  (interactive
   (when current-prefix-arg
     (list (read-string "Day: " nil nil "yesterday")
           (completing-read "Span: " '("day" "week" "weekend" "weekdays") nil t nil nil "day"))))
  (let ((origin (marquee--origin-here)))
    (with-current-buffer (get-buffer-create "*box office*")
      (unless (derived-mode-p 'marquee-box-office-mode) (marquee-box-office-mode))
      (setq marquee--span (or span "day"))
      (when origin (setq marquee--origin origin))
      (marquee--load-box-office day)
      (pop-to-buffer (current-buffer)))))

(defun marquee--step (edge days)
  "Show the box office so many DAYS after EDGE, which is :from or :to."
  (unless marquee--period (user-error "There is no box office yet"))
  (let ((time (encode-time (decoded-time-add
                            (parse-time-string (concat (plist-get marquee--period edge) " 12:00:00"))
                            (make-decoded-time :day days)))))
    (marquee--load-box-office (format-time-string "%Y-%m-%d" time))))

(defun marquee-box-office-previous ()
  "Show the day, the week, or the weekend before."
  (interactive)
  (marquee--step :from -1))

(defun marquee-box-office-next ()
  "Show the day, the week, or the weekend after."
  (interactive)
  (marquee--step :to 1))

(provide 'marquee-box-office)
;;; marquee-box-office.el ends here
