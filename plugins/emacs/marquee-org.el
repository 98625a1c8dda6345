;;; marquee-org.el --- An Org file of watched films  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Each film that you watched is a heading with properties.  `marquee-org-sync'
;; stores the properties that you changed in your library, then writes what the
;; library has into the properties, and adds the films that are missing.  If both
;; have changed, you are asked.  `marquee-org-update' only writes the file, and
;; leaves alone what is not stored yet; `marquee-org-store' only stores the film
;; at point.  What you write below a heading is yours: nothing reads or changes
;; it.

;;; Code:

(require 'marquee-film)
(require 'org)

(defcustom marquee-org-file "~/films.org"
  "The Org file of watched films."
  :type 'file
  :group 'marquee)

(defconst marquee-org--properties '("STARS" "WATCHED" "LIKED" "TAGGED" "COMMENT_ON_CARD")
  "The properties in which a heading has its card.")

(defun marquee-org--values (card)
  "Return CARD as an alist of properties and texts; nil is for no value."
  (cl-flet ((joined (texts) (when texts (string-join texts ", "))))
    (list (cons "STARS" (when-let* ((stars (plist-get card :stars))) (number-to-string stars)))
          (cons "WATCHED" (joined (append (when-let* ((day (plist-get card :watchedOn))) (list day))
                                          (plist-get card :watchedBefore))))
          (cons "LIKED" (when (plist-get card :liked) "yes"))
          (cons "TAGGED" (joined (plist-get card :tags)))
          (cons "COMMENT_ON_CARD" (when-let* ((comment (plist-get card :comment)))
                                    (string-replace "\n" "\\n" comment))))))

(defun marquee-org--write-properties (values revision)
  "Write VALUES, an alist, as the properties of the heading at point.
REVISION is that of the library to which they belong."
  (pcase-dolist (`(,name . ,value) values)
    (if value
        (org-entry-put nil name value)
      (org-entry-delete nil name)))
  (org-entry-put nil "MARQUEE_REVISION" (number-to-string revision))
  (org-entry-put nil "MARQUEE_STORED" (marquee-org--fingerprint)))

(defun marquee-org--fingerprint ()
  "Return a text that differs if a value of the heading at point differs."
  (substring (md5 (prin1-to-string (mapcar (lambda (name) (org-entry-get nil name))
                                           marquee-org--properties)))
             0 8))

(defun marquee-org--changed-p ()
  "Return whether the heading at point has values that are not stored yet."
  (let ((stored (org-entry-get nil "MARQUEE_STORED")))
    (and stored (not (equal stored (marquee-org--fingerprint))))))

(defun marquee-org--heading (movie)
  "Go to the heading of MOVIE, and return whether there is one."
  (let* ((ids (cl-loop for (space value) on (plist-get movie :ids) by #'cddr
                       collect (concat (substring (symbol-name space) 1) ":" value)))
         (place (seq-some (lambda (id) (org-find-property "MARQUEE_ID" id))
                          (cons (plist-get movie :id) ids))))
    (when place (goto-char place))))

(defun marquee-org--write-card (card revision)
  "Write CARD to the heading of its film, which is added if it is missing.
REVISION is that of the library.  Values that are not stored yet stay, and
then the result is the title of the film."
  (let ((movie (plist-get card :movie)))
    (unless (marquee-org--heading movie)
      (goto-char (point-max))
      (unless (bolp) (insert "\n"))
      (insert "* " (marquee-title movie) "\n")
      (forward-line -1)
      (org-entry-put nil "MARQUEE_ID" (plist-get movie :id)))
    (if (marquee-org--changed-p)
        (marquee-title movie)
      (marquee-org--write-properties (marquee-org--values card) revision)
      nil)))

(defun marquee-org--cards (done &optional cursor cards)
  "Call DONE with all cards, oldest first, and the revision of the library.
CURSOR is the place of the next page, and CARDS are those before it."
  (marquee-request
   "cards/list" (append (list :limit 100) (when cursor (list :cursor cursor)))
   (lambda (result)
     (let ((cards (append cards (plist-get result :cards)))
           (next (plist-get (plist-get result :page) :next)))
       (if next
           (marquee-org--cards done next cards)
         (funcall done (nreverse cards) (plist-get result :revision)))))))

;;;###autoload
(defun marquee-org-update ()
  "Bring the file `marquee-org-file' up to date with your library.
What you wrote below the headings stays."
  (interactive)
  (let ((buffer (find-file-noselect (expand-file-name marquee-org-file))))
    (marquee-org--cards
     (lambda (cards revision)
       (with-current-buffer buffer
         (unless (derived-mode-p 'org-mode) (org-mode))
         (let ((kept (save-excursion
                       (org-with-wide-buffer
                        (delq nil (mapcar (lambda (card) (marquee-org--write-card card revision)) cards))))))
           (save-buffer)
           (message "%s has your films: %d%s" (buffer-file-name) (length cards)
                    (if kept
                        (format "; not stored yet: %s" (string-join kept ", "))
                      ""))))))))

(defun marquee-org--list (text)
  "Return the words of TEXT between commas as a vector, or null."
  (let ((words (split-string (or text "") "," t "[ \t]+")))
    (if words (vconcat words) :null)))

(defun marquee-org--stars (text)
  "Return the number in TEXT, or null without a text."
  (cond ((null text) :null)
        ((string-match-p "\\`[0-9.]+\\'" text) (string-to-number text))
        (t (user-error "Expected stars from 0 to 5, found %s" text))))

(defun marquee-org--card ()
  "Return the properties of the heading at point as parameters of a card."
  (let ((comment (org-entry-get nil "COMMENT_ON_CARD")))
    (list :stars (marquee-org--stars (org-entry-get nil "STARS"))
          :watchedOn (marquee-org--list (org-entry-get nil "WATCHED"))
          :liked (if (equal (org-entry-get nil "LIKED") "yes") t :false)
          :tags (marquee-org--list (org-entry-get nil "TAGGED"))
          :comment (if comment (string-replace "\\n" "\n" comment) :null))))

(defun marquee-org--film (id)
  "Return a film of which only ID is known, such as \"imdb:tt6751668\"."
  (let ((colon (or (string-search ":" id) (user-error "%s is not the id of a film" id))))
    (list :id id
          :ids (list (intern (concat ":" (substring id 0 colon))) (substring id (1+ colon))))))

(defun marquee-org--write-back (place card revision)
  "Write CARD of the library's REVISION to the heading at PLACE."
  (when (buffer-live-p (marker-buffer place))
    (org-with-point-at place
      (marquee-org--write-properties (marquee-org--values card) revision))))

(defun marquee-org--refused (place err)
  "Tell of ERR, and write the newer card of the library at PLACE if wanted."
  (let ((data (plist-get err :data)))
    (if (and (eq (plist-get err :code) 1031)
             (y-or-n-p (format "The card of %s has changed in your library, too.  Take it from there? "
                               (org-with-point-at place (org-get-heading t t t t)))))
        (marquee-org--write-back place (plist-get data :card) (plist-get data :revision))
      (message "Marquee: %s" (marquee-failure err)))))

(defun marquee-org--store-heading (done)
  "Store the properties of the heading at point, and call DONE at the end.
DONE gets the id of the film if it was stored, or nil."
  (let ((id (org-entry-get nil "MARQUEE_ID"))
        (revision (org-entry-get nil "MARQUEE_REVISION"))
        (place (point-marker)))
    (unless id
      (user-error "This heading has no property MARQUEE_ID"))
    (marquee-put-card
     (marquee-org--film id)
     (append (marquee-org--card)
             (when revision (list :ifRevision (string-to-number revision))))
     (lambda (result)
       (marquee-org--write-back place (plist-get result :card) (plist-get result :revision))
       (funcall done id))
     (lambda (err)
       (marquee-org--refused place err)
       (funcall done nil)))))

;;;###autoload
(defun marquee-org-store ()
  "Store the properties of the film at point in your library.
Each value is as you see it: one that you removed is removed there, too."
  (interactive)
  (save-excursion
    (org-back-to-heading t)
    (marquee-org--store-heading
     (lambda (id) (when id (message "The card of %s is stored" id))))))

(defun marquee-org--changed-headings ()
  "Return where the headings with values that are not stored yet are."
  (org-with-wide-buffer
   (delq nil (org-map-entries (lambda () (when (marquee-org--changed-p) (point-marker)))
                              "MARQUEE_ID={.}"))))

(defun marquee-org--store-all (places done)
  "Store the headings at PLACES one after the other, and call DONE at the end."
  (if (null places)
      (funcall done)
    (org-with-point-at (car places)
      (marquee-org--store-heading
       (lambda (_) (marquee-org--store-all (cdr places) done))))))

;;;###autoload
(defun marquee-org-sync ()
  "Bring the file `marquee-org-file' and your library in step, both ways."
  (interactive)
  (with-current-buffer (find-file-noselect (expand-file-name marquee-org-file))
    (unless (derived-mode-p 'org-mode) (org-mode))
    (let ((places (marquee-org--changed-headings)))
      ;; A wrong value stops this before anything is stored.
      (dolist (place places)
        (org-with-point-at place (marquee-org--card)))
      (marquee-org--store-all places #'marquee-org-update))))

(provide 'marquee-org)
;;; marquee-org.el ends here
