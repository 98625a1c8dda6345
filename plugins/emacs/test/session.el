;;; session.el --- Play a reader's session with the plugin  -*- lexical-binding: t; -*-

;; MARQUEE_PROGRAM=/path/to/marquee emacs -q --batch -l session.el, with the
;; package installed in `package-user-dir'.  Exits with 1, and says what was
;; shown, if a step fails: find, look, bookmark, rate, log, box office, an Org
;; file, restart.

(require 'cl-lib)
(package-initialize)
(setq marquee-command (list (getenv "MARQUEE_PROGRAM") "--framing" "line" "--demo" "--data-dir" (expand-file-name "data"))
      marquee-delay 0.001)
(marquee)

(defvar session-patience 120 "Seconds; the machine may be busy.")

(defun session-text (buffer)
  (if (get-buffer buffer) (with-current-buffer buffer (buffer-string)) ""))

(defun session-expect (step condition buffer)
  (princ (format "%s: %s\n" (if condition "ok" "failed") step))
  (unless condition
    (princ (session-text buffer))
    (kill-emacs 1)))

(defun session-wait (step condition buffer)
  (let ((end (+ (float-time) session-patience)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.02)))
  (session-expect step (funcall condition) buffer))

(defun session-wait-for (step text buffer)
  (session-wait step (lambda () (string-search text (session-text buffer))) buffer))

(defun session-press (keys)
  (execute-kbd-macro (kbd keys)))

;; What is looked at while the minibuffer is open.
(defvar session-look nil)
(global-set-key (kbd "<f5>") (lambda () (interactive) (funcall session-look)))

(defun session-find ()
  (session-wait-for "the list begins with the box office" "10 films of" "*films*")
  (setq session-look (lambda () (session-wait-for "the film is found while its title is typed" "\n1 film\n" "*films*")))
  (session-press "M-x marquee-search RET Parasite <f5> RET")
  (let ((titles (all-completions "Para" #'marquee--titles)))
    (session-expect "titles are completed" (equal titles '("Parasite")) "*films*")
    (session-expect "a completion has its year beside it" (string-search "2019" (marquee--annotation (car titles))) "*films*"))
  (session-press "RET")
  (session-wait-for "the film is shown" "directors: [\"봉준호\"]" "*film*")
  (session-press "q"))

(defun session-keep ()
  (switch-to-buffer "*films*")
  (session-press "b")
  (session-wait-for "the film is bookmarked" "★ 기생충" "*films*")
  (session-press "r 4 . 5 RET")
  (session-wait-for "the film is rated" "4.5/5" "*films*")
  (session-press "w 2 0 2 3 - 0 4 - 0 2 RET")
  (session-wait-for "the day is on the card" "2023-04-02" "*films*"))

(defun session-box-office ()
  (marquee-box-office)
  (session-wait-for "the box office has figures" "113,983" "*box office*")
  (switch-to-buffer "*box office*")
  (goto-char (point-min))
  (session-press "b")
  (session-wait-for "a film of the box office is bookmarked" "★ 존 윅 4" "*box office*")
  (session-press "b")
  (session-wait "its bookmark is removed"
                (lambda () (not (string-search "★" (session-text "*box office*")))) "*box office*")
  (marquee-box-office "2022-12-14")
  (session-wait "another day is shown"
                (lambda () (not (string-search "113,983" (session-text "*box office*")))) "*box office*"))

;; Completes the end of a line of notes.
(defun session-complete (text)
  (with-temp-buffer
    (add-hook 'completion-at-point-functions #'marquee-completion-at-point nil t)
    (insert text)
    (let ((completion-at-point-functions '(marquee-completion-at-point)))
      (completion-at-point))
    (buffer-string)))

(defun session-notes ()
  (session-expect "titles are completed in notes" (equal (session-complete "Again: para") "Again: Parasite") "*films*")
  (session-expect "also after brackets" (equal (session-complete "- [[기생") "- [[기생충") "*films*")
  (session-expect "and nothing else is" (equal (session-complete "no such film") "no such film") "*films*")
  (with-current-buffer (get-buffer-create "notes")
    (switch-to-buffer "notes")
    (marquee-box-office "2012-01-01" "weekend")
    (session-wait-for "the box office of a weekend is shown" "미션임파서블" "*box office*")
    (session-expect "with its days" (with-current-buffer "*box office*"
                                      (string-search "2011-12-30 to 2012-01-01" (format "%s" mode-line-process)))
                    "*box office*")
    (switch-to-buffer "*box office*")
    (goto-char (point-min))
    (session-press "i")
    (session-wait-for "a film of the box office is inserted in notes" "title: \"" "notes")))

;; In a terminal, Emacs shows no images, so this stands in for a window.
(defun session-poster ()
  (let (shown)
    (cl-letf (((symbol-function 'display-images-p) #'always)
              ((symbol-function 'create-image) (lambda (data &rest _) (setq shown data) '(image)))
              ((symbol-function 'insert-image) (lambda (_image text) (insert "[" text "]"))))
      (switch-to-buffer "*films*")
      (session-press "RET")
      (session-wait-for "the poster is shown below the film" "[poster]" "*film*"))
    (session-expect "as an image" (string-match-p "\\`\\(?:\xff\xd8\\|.PNG\\)" shown) "*film*")))

(defun session-definitions ()
  (if (not (require 'eglot nil t))
      (princ "Eglot is not installed, so the language server is not tried\n")
    (write-region "version: 1\nproviders:\n  - id: shelf\n    base_ulr: https://films.example\n" nil "providers.yaml")
    (find-file "providers.yaml")
    (marquee-eglot-ensure)
    (run-hooks 'post-command-hook) ; as a command does
    (session-wait "the language server marks a wrong key"
                  (lambda () (flymake-start) (flymake-diagnostics)) "providers.yaml")
    (kill-buffer)))

(defun session-org ()
  (marquee-org-update)
  (session-wait "the Org file has the film"
                (lambda () (and (file-exists-p marquee-org-file)
                                (with-current-buffer (find-file-noselect marquee-org-file)
                                  (string-search ":STARS:    4.5" (buffer-string)))))
                "*films*")
  (with-current-buffer (find-file-noselect marquee-org-file)
    (goto-char (point-max))
    (insert "My own words.\n")
    (goto-char (point-min))
    (org-entry-put nil "STARS" "3.5")
    (org-entry-put nil "COMMENT_ON_CARD" "The stairs!\\nAgain.")
    (marquee-org-store))
  (session-wait-for "what was changed in the Org file is stored" "3.5/5" "*films*")
  (let ((card (plist-get (car (plist-get (marquee-ask "library/get" '(:ids ["imdb:tt6751668"]) session-patience) :films))
                         :card)))
    (session-expect "the comment has two lines" (equal (plist-get card :comment) "The stairs!\nAgain.") "films.org"))
  (marquee-ask "cards/put" '(:id "imdb:tt6751668" :stars 2) session-patience)
  (marquee-org-update)
  (session-wait-for "a change of the library comes into the Org file" ":STARS:    2" "films.org")
  (session-org-conflict)
  (session-expect "own words stay, and no heading is doubled"
                  (let ((text (session-text "films.org")))
                    (and (string-search "My own words." text)
                         (not (string-match-p "기생충[^z-a]*\n\\* 기생충" text))))
                  "films.org"))

(defun session-org-conflict ()
  (with-current-buffer "films.org"
    (goto-char (point-min))
    (org-entry-put nil "STARS" "5"))
  (marquee-ask "cards/put" '(:id "imdb:tt6751668" :stars 2.5) session-patience)
  (marquee-org-update)
  (session-wait "an update says what is not stored yet"
                (lambda () (with-current-buffer "*Messages*" (string-search "not stored yet: 기생충" (buffer-string))))
                "films.org")
  (session-expect "and leaves it alone" (string-search ":STARS:    5" (session-text "films.org")) "films.org")
  (cl-letf (((symbol-function 'y-or-n-p) #'always))
    (with-current-buffer "films.org" (marquee-org-store))
    (session-wait-for "the newer card of the library is taken if wanted" ":STARS:    2.5" "films.org"))
  (marquee-ask "cards/put" '(:id "imdb:tt6751668" :stars 2) session-patience)
  (marquee-org-update)
  (session-wait-for "later updates go on" ":STARS:    2\n" "films.org")
  (with-current-buffer "films.org"
    (goto-char (point-min))
    (org-entry-put nil "STARS" "1.5"))
  (marquee-org-sync)
  (session-wait "one command brings both in step"
                (lambda () (equal (plist-get (plist-get (car (plist-get (marquee-ask "library/get" '(:ids ["imdb:tt6751668"]) 60) :films)) :card)
                                             :stars)
                                  1.5))
                "films.org")
  (marquee-ask "cards/put" '(:id "imdb:tt6751668" :stars 2) session-patience)
  (marquee-org-sync)
  (session-wait-for "from the library, too" ":STARS:    2\n" "films.org"))

(defun session-restart ()
  (switch-to-buffer "*films*")
  (let ((before (session-text "*films*"))
        (process marquee--process))
    (signal-process process 'SIGKILL)
    (session-wait "the program is started again"
                  (lambda () (and (process-live-p marquee--process) (not (eq process marquee--process))))
                  "*films*")
    (session-expect "the list stays" (equal before (session-text "*films*")) "*films*"))
  (let ((process marquee--process))
    (marquee-restart)
    (session-expect "it is started again when asked" (not (eq process marquee--process)) "*films*"))
  (marquee-bookmarks)
  (session-wait-for "the bookmark is still there" "★ 기생충" "*films*")
  (marquee-diary)
  (session-wait-for "the diary has the film" "2/5, 2023-04-02" "*films*"))

;; A program that ends before it has answered is not started again and again,
;; nor is one that a call ends.
(defun session-unusable ()
  (marquee-stop)
  (setq marquee-command
        '("sh" "-c" "echo '{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}'; grep -m1 -q boxOffice; exit 3"))
  (marquee)
  (session-wait-for "a program that a call ends is given up" "ended with 3 four times in ten minutes" "*films*")
  (setq marquee-command '("sh" "-c" "exit 78"))
  (marquee)
  (session-wait-for "a program that cannot start says why" "`marquee check' shows what is wrong" "*films*")
  (setq marquee-command '("no-such-program"))
  (session-expect "a program that is missing is named"
                  (condition-case problem
                      (marquee)
                    (user-error (string-search "no-such-program" (cadr problem))))
                  "*films*"))

(setq marquee-org-file (expand-file-name "films.org"))
(condition-case problem
    (progn (session-find) (session-keep) (session-box-office) (session-notes) (session-poster) (session-definitions)
           (session-org) (session-restart) (session-unusable))
  (error (princ (format "failed: %S\n" problem))
         (princ (session-text "*films*"))
         (kill-emacs 1)))
(kill-emacs 0)
