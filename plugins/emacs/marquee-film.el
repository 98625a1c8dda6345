;;; marquee-film.el --- What films look like in Marquee  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The texts of a film, which films are the same, and what a reader does with
;; a film: bookmark, rate, and log it.

;;; Code:

(require 'marquee-server)

(defun marquee-films-of (answer)
  "Return the films of ANSWER, or of a part of one."
  (or (plist-get answer :movies)
      (mapcar (lambda (entry) (plist-get entry :movie))
              (or (plist-get answer :entries) (plist-get answer :cards)))))

(defun marquee-title (movie)
  "Return the title and year of MOVIE."
  (concat (or (plist-get movie :title) (plist-get movie :id))
          (when (plist-get movie :year) (format " (%d)" (plist-get movie :year)))))

(defun marquee-other-titles (movie)
  "Return the titles of MOVIE but the first."
  (remove (plist-get movie :title)
          (mapcar (lambda (title) (plist-get title :text)) (plist-get movie :titles))))

(defun marquee-same-p (one other)
  "Return whether ONE and OTHER share an id in a namespace.
The preferred `id' of a film may change between two answers."
  (cl-loop for (space value) on (plist-get one :ids) by #'cddr
           thereis (equal value (plist-get (plist-get other :ids) space))))

(defun marquee-among-p (movie ids)
  "Return whether one of IDS is an id of MOVIE.  Without IDS, it may be any film."
  (or (null ids)
      (cl-loop for (space value) on (plist-get movie :ids) by #'cddr
               thereis (member (concat (substring (symbol-name space) 1) ":" value) ids))))

(defun marquee-card-note (movie)
  "Return the stars and the last day on the card of MOVIE, or nil."
  (when-let* ((card (plist-get movie :card)))
    (let ((notes (delq nil (list (when-let* ((stars (plist-get card :stars))) (format "%s/5" stars))
                                 (plist-get card :watchedOn)))))
      (if notes (string-join notes ", ") "watched"))))

(defun marquee-line (movie)
  "Return MOVIE as a line of a list."
  (concat (if (plist-get movie :bookmarked) "★ " "  ")
          (string-join (delq nil (list (marquee-title movie)
                                       (car (marquee-other-titles movie))
                                       (marquee-card-note movie)))
                       " · ")))

(defun marquee--members (movie poster sources)
  "Return the names and values that front matter has for MOVIE.
POSTER is the place of its poster, and SOURCES are the ids of its sources."
  (let ((rating (car (plist-get movie :ratings))))
    `(("title" ,(or (plist-get movie :title) (plist-get movie :id)))
      ("also" ,(marquee-other-titles movie))
      ("year" ,(plist-get movie :year))
      ("minutes" ,(plist-get movie :runtimeMinutes))
      ("directors" ,(mapcar (lambda (person) (plist-get person :name)) (plist-get movie :directors)))
      ("genres" ,(plist-get movie :genres))
      ("rating" ,(when rating
                   (format "%s/%s (%s)" (plist-get rating :value) (plist-get rating :scale)
                           (plist-get rating :provider))))
      ("id" ,(plist-get movie :id))
      ("poster" ,poster)
      ("sources" ,sources))))

(defun marquee--json (value)
  "Return VALUE as JSON, which is valid YAML.  A list becomes an array."
  (decode-coding-string (json-serialize (if (listp value) (vconcat value) value)) 'utf-8))

(defun marquee-markdown (movie poster sources)
  "Return MOVIE as Markdown with front matter, with its POSTER and SOURCES."
  (concat "---\n"
          (cl-loop for (name value) in (marquee--members movie poster sources)
                   when value concat (format "%s: %s\n" name (marquee--json value)))
          "---\n\n# " (marquee-title movie) "\n"
          (when-let* ((overview (plist-get movie :overview)))
            (concat "\n" (plist-get overview :text) "\n"))))

(defun marquee-describe (movie show)
  "Fetch MOVIE, and call SHOW with the film and its Markdown.
First, the Markdown has the address of the poster.  Then, SHOW is called again:
with the poster's file in the Markdown, and with its bytes in base64 as a third
argument."
  (marquee-request
   "movies/get" (list :id (plist-get movie :id) :include ["credits"])
   (lambda (result)
     (let* ((film (plist-get result :movie))
            (sources (cl-loop for source in (plist-get result :sources)
                              when (member (plist-get source :status) '("ok" "stale"))
                              collect (plist-get source :provider)))
            (image (seq-find (lambda (image) (equal (plist-get image :kind) "poster"))
                             (plist-get film :images)))
            (address (plist-get image :url)))
       (funcall show film (marquee-markdown film address sources))
       (when image
         (marquee-request
          "images/get" (list :id (plist-get film :id) :kind "poster" :width 500
                                  :data (if (display-images-p) t :false))
          (lambda (found)
            (let ((image (plist-get found :image)))
              (funcall show film
                       (marquee-markdown film (or (plist-get image :path) address) sources)
                       (plist-get image :data))))
          #'ignore))))))

;;; What a reader does with a film

(defvar marquee-mark-functions nil
  "Functions that get a film and a function that marks it.
They call that function with each copy of the film that they show.")

(defvar-local marquee-film-at-point-function nil
  "Returns the film at point in this buffer, or nil.")

(defun marquee-film-at-point ()
  "Return the film at point."
  (or (and marquee-film-at-point-function (funcall marquee-film-at-point-function))
      (user-error "There is no film here")))

(defun marquee--mark (movie change)
  "Call CHANGE with MOVIE, wherever it is shown."
  (funcall change movie)
  (run-hook-with-args 'marquee-mark-functions movie change))

(defun marquee-bookmark (movie)
  "Bookmark MOVIE, or remove its bookmark."
  (interactive (list (marquee-film-at-point)))
  (let ((is-marked (not (plist-get movie :bookmarked))))
    (marquee-request
     (if is-marked "bookmarks/add" "bookmarks/remove") (list :id (plist-get movie :id))
     (lambda (_)
       (marquee--mark movie (lambda (shown) (plist-put shown :bookmarked is-marked)))))))

(defun marquee-put-card (movie values &optional done failed)
  "Write the plist VALUES on the card of MOVIE.
DONE gets the result, and FAILED the error object."
  (marquee-request
   "cards/put" (append (list :id (plist-get movie :id)) values)
   (lambda (result)
     (marquee--mark movie (lambda (shown) (plist-put shown :card (plist-get result :card))))
     (when done (funcall done result)))
   failed))

(defun marquee-rate (movie stars)
  "Give MOVIE STARS, from 0 to 5."
  (interactive (let ((movie (marquee-film-at-point)))
                 (list movie (read-number "Stars, 0 to 5: " (plist-get (plist-get movie :card) :stars)))))
  (marquee-put-card movie (list :stars stars)))

(defun marquee-log (movie day)
  "Write on the card of MOVIE that you watched it on DAY.
DAY is a date such as 2026-11-19, \"today\", or \"yesterday\"."
  (interactive (list (marquee-film-at-point) (read-string "Watched on: " nil nil "today")))
  (marquee-put-card
   movie (list :watchedOn day
               :rewatch (if (plist-get (plist-get movie :card) :watchedOn) t :false))))

(defvar marquee-film-map
  (let ((map (make-sparse-keymap)))
    (define-key map "b" #'marquee-bookmark)
    (define-key map "r" #'marquee-rate)
    (define-key map "w" #'marquee-log)
    map)
  "The keys of every buffer that shows films.")

(provide 'marquee-film)
;;; marquee-film.el ends here
