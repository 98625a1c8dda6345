;;; -*- lexical-binding: t; -*-
;; Uses plugins/emacs as a reader does, and writes down what stands in the buffers.
;;   emacs -Q --batch -l emacs.el; see neovim.lua for the environment.

(require 'cl-lib)
(setq debug-on-error t)
(add-to-list 'load-path (concat (getenv "MARQUEE_PLUGINS") "/emacs"))
(require 'marquee)
(setq marquee-command (append (json-parse-string (getenv "MARQUEE_COMMAND")) nil)
      marquee-delay 0.001)

(defvar shown nil)

(defun lines-of (name)
  (with-current-buffer name (split-string (string-trim-right (buffer-string) "\n") "\n")))

(defun write (section lines)
  (setq shown (append shown (list (concat "## " section)) lines)))

(defun finish ()
  (let ((coding-system-for-write 'utf-8))
    (write-region (concat (mapconcat #'identity shown "\n") "\n") nil (getenv "MARQUEE_SHOWN")))
  (kill-emacs))

(defun wait (buffer condition)
  (cl-loop repeat 1500
           until (funcall condition)
           do (accept-process-output nil 0.02)
           finally (unless (funcall condition)
                     (write "gave up" (lines-of buffer))
                     (finish))))

(defun wait-for (buffer text)
  (wait buffer (lambda ()
                 (and (get-buffer buffer)
                      (string-search text (with-current-buffer buffer (buffer-string)))))))

(defun press (keys)
  (execute-kbd-macro (kbd keys)))

;; What a reader looks at while the minibuffer is open.
(defvar looks nil)
(defun look () (interactive) (funcall (pop looks)))
(global-set-key (kbd "<f5>") #'look)

(defun write-process ()
  (write "process" (list (number-to-string (process-id marquee--process)))))

(defun scene-demo ()
  (switch-to-buffer "notes")
  (insert "My films\n\nThe end\n")
  (goto-char (point-min))
  (forward-line 1)
  (marquee)
  (wait-for "*films*" "10 films of")
  (write "box office" (seq-take (lines-of "*films*") 4))
  (setq looks (list (lambda () (wait-for "*films*" "\n1 film\n") (write "search" (lines-of "*films*")))))
  (press "M-x marquee-search RET Parasite <f5> RET b")
  (wait-for "*films*" "★")
  (write "bookmarked" (lines-of "*films*"))
  (press "RET")
  (wait-for "*film*" "# 기생충")
  (write "details" (lines-of "*film*"))
  (press "q")
  (press "i")
  (wait-for "notes" "# 기생충")
  (write "inserted" (lines-of "notes"))
  (write "completed" (all-completions "Para" #'marquee--titles))
  (marquee-bookmarks)
  (wait-for "*films*" "★")
  (write "bookmarks" (lines-of "*films*"))
  (write-process))

(defun scene-typing ()
  (setq looks
        (list (lambda () (wait-for "*films*" "so far") (write "first part" (lines-of "*films*")))
              (lambda ()
                (wait-for "*films*" "+ for more")
                (write "newer search" (lines-of "*films*"))
                (write-region "\n" nil (concat (getenv "MARQUEE_SHOWN") ".newer"))
                (wait "*films*" (lambda () (file-exists-p (concat (getenv "MARQUEE_SHOWN") ".older"))))
                (marquee-ask "ping" nil 60)
                (write "after the older answer" (lines-of "*films*")))))
  (press "M-x marquee-search RET slow <f5> C-a C-k quick <f5> RET C-n +")
  (wait-for "*films*" "\n22 films\n")
  (write "second page" (lines-of "*films*"))
  (write "cursor" (list (buffer-substring (line-beginning-position) (line-end-position))))
  (write-process))

;; The program is killed while a source has not answered.
(defun scene-killed ()
  (setq looks
        (list (lambda ()
                (wait-for "*films*" "so far")
                (signal-process marquee--process 'SIGKILL)
                (write-region "\n" nil (concat (getenv "MARQUEE_SHOWN") ".killed"))
                (wait-for "*films*" "\n2 films\n")
                (write "after the restart" (lines-of "*films*")))))
  (press "M-x marquee-search RET slow <f5> RET"))

(defun scene-page ()
  (setq looks (list (lambda () (wait-for "*films*" "+ for more"))))
  (press "M-x marquee-search RET quick <f5> RET +")
  (wait-for "*films*" "too slow")
  (write "failed page" (lines-of "*films*"))
  (press "+")
  (wait-for "*films*" "\n3 films\n")
  (write "asked again" (lines-of "*films*")))

;; Two of these run side by side.
(defun scene-idling ()
  (setq looks (list (lambda () (wait-for "*films*" "+ for more"))))
  (press "M-x marquee-search RET quick <f5> RET +")
  (wait-for "*films*" "\n22 films\n")
  (with-current-buffer "*films*"
    (goto-char (point-min))
    (forward-line 9)
    (when (get-buffer-window) (set-window-point (get-buffer-window) (point))))
  (write-region "\n" nil (concat (getenv "MARQUEE_SHOWN") ".ready"))
  (wait "*films*" (lambda () (file-exists-p (concat (getenv "MARQUEE_SHOWN") ".idled"))))
  (wait-for "*films*" "★")
  (write "list" (lines-of "*films*"))
  (with-current-buffer "*films*"
    (write "cursor" (list (buffer-substring (line-beginning-position) (line-end-position))))))

(defun scene-poster ()
  (setq looks (list (lambda () (wait-for "*films*" "+ for more"))))
  (press "M-x marquee-search RET quick <f5> RET")
  (call-interactively #'marquee-show)
  (wait-for "*film*" "poster: \"/")
  (write "poster" (lines-of "*film*")))

(condition-case problem
    (funcall (intern (concat "scene-" (getenv "MARQUEE_SCENE"))))
  (error (write "failed" (list (format "%S" problem)))))
(finish)
