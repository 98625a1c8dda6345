;;; install.el --- Install the package as a user does, and check it  -*- lexical-binding: t; -*-

;; MARQUEE_PLUGINS=… emacs -Q --batch -l install.el.  Every warning of the
;; compiler and of checkdoc is an error, and so is what package-lint says where
;; it is installed.

(require 'package)
(require 'checkdoc)

(defvar install-folder (expand-file-name "emacs" (getenv "MARQUEE_PLUGINS")))
(defvar install-failures nil)

(defun install-note (text)
  (push text install-failures))

(package-initialize)
(package-install-file install-folder)
;; Emacs itself writes marquee-pkg.el.
(with-current-buffer (get-buffer-create "*Compile-Log*")
  (goto-char (point-min))
  (while (re-search-forward "^marquee.*[Ww]arning.*\\|^marquee.*[Ee]rror.*" nil t)
    (unless (string-prefix-p "marquee-pkg.el" (match-string 0))
      (install-note (match-string 0)))))

(let ((checkdoc-create-error-function
       (lambda (text start _end &rest _)
         (install-note (format "%s:%s: %s" (buffer-name) (and start (line-number-at-pos start)) text))
         nil)))
  (dolist (file (directory-files install-folder t "\\`marquee.*\\.el\\'"))
    (with-current-buffer (find-file-noselect file)
      (checkdoc-current-buffer t))))

;; The home of the package is not decided yet, and an older package-lint does not know this Emacs.
(when (require 'package-lint nil t)
  (dolist (file (directory-files install-folder t "\\`marquee.*\\.el\\'"))
    (with-current-buffer (find-file-noselect file)
      (setq-local package-lint-main-file (expand-file-name "marquee.el" install-folder))
      (pcase-dolist (`(,line ,_column ,_kind ,text) (package-lint-buffer))
        (unless (string-match-p "uninstallable\\|URL header" text)
          (install-note (format "%s:%d: %s" (buffer-name) line text)))))))

(dolist (failure install-failures)
  (princ (concat "failed: " failure "\n")))
(unless install-failures
  (princ (format "ok: the package is installed, and %s find nothing\n"
                 (if (featurep 'package-lint) "compiler, checkdoc, and package-lint" "compiler and checkdoc"))))
(kill-emacs (if install-failures 1 0))
