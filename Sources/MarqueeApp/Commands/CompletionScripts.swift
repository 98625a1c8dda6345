import ArgumentParser
import MovieDomain
import Platform

/// The scripts that complete in a shell, with what the parser's own leave out: the options of the commands that need no
/// name, such as `list` of `bookmarks --genre`, and the names of commands behind `help`.
enum CompletionScripts {
    /// Returns the script of the parser with its additions, and every other text as it is.
    static func completed(_ text: String) -> String {
        if text.contains(scalars: "complete -o filenames -F _marquee marquee") { return text + bashAddition }
        let (head, tail) = text.hasPrefix(scalars: "#compdef marquee") ? zshWords : fishWords
        guard let place = text.firstRange(scalars: head)?.upperBound else { return text }
        return String(text[..<place]) + tail + "\n" + text[place...]
    }

    /// The commands with a subcommand that needs no name, and its name.
    private static var defaults: [(command: String, part: String)] {
        Marquee.configuration.subcommands.compactMap { command in
            guard let name = command.configuration.commandName, let part = command.defaultName else { return nil }
            return (name, part)
        }
    }

    /// A function around the parser's, which also puts no space after the name of a parameter.
    private static var bashAddition: String {
        let branches = defaults.map { command, part in
            #"    \#(command)) [[ "${COMP_WORDS[2]}" != -* ]] || { place=2 command=\#(part); } ;;"#
        }
        return #"""

            _marquee_completed() {
                local -a COMP_WORDS=("${COMP_WORDS[@]}")
                local -i COMP_CWORD="${COMP_CWORD}"
                local -i place=0
                local command
                COMP_WORDS[COMP_CWORD]="${COMP_WORDS[COMP_CWORD]//\\/}"
                COMP_WORDS[COMP_CWORD]="${COMP_WORDS[COMP_CWORD]#[\"\']}"
                case "${COMP_WORDS[1]}" in
                -*) place=1 command=\#(Marquee.defaultName ?? "") ;;
                help)
                    if ((COMP_CWORD > 1)); then
                        COMP_WORDS=("${COMP_WORDS[@]:0:1}" "${COMP_WORDS[@]:2}")
                        ((COMP_CWORD -= 1))
                    fi
                    ;;
            \#(branches.joined(separator: "\n"))
                esac
                if ((place > 0)); then
                    COMP_WORDS=("${COMP_WORDS[@]:0:place}" "${command}" "${COMP_WORDS[@]:place}")
                    ((COMP_CWORD += 1))
                fi
                _marquee "${@}"
                if [[ "${COMPREPLY[*]}" == *=* ]]; then
                    compopt +o filenames 2>/dev/null
                    [[ "${#COMPREPLY[@]}" -gt 1 || "${COMPREPLY[0]}" != *= ]] || compopt -o nospace 2>/dev/null
                fi
            }

            complete -o filenames -F _marquee_completed marquee
            """#
    }

    /// The line of the function of zsh behind which the words are changed, and what changes them.
    private static var zshWords: (head: String, tail: String) {
        let branches = defaults.map { command, part in
            "    \(command)) [[ \"${words[3]}\" != -* ]] || place=2 part=\(part) ;;"
        }
        let tail = #"""

                local -i place=0
                local part
                case "${words[2]}" in
                -*) place=1 part=\#(Marquee.defaultName ?? "") ;;
                help) ((CURRENT < 3)) || { words[2]=(); ((CURRENT -= 1)) } ;;
            \#(branches.joined(separator: "\n"))
                esac
                if ((place > 0)); then
                    words=("${(@)words[1,place]}" "${part}" "${(@)words[place+1,-1]}")
                    ((CURRENT += 1))
                fi
            """#
        return ("    unsetopt aliases banghist\n", tail)
    }

    /// The line of the function of fish behind which the words before the cursor are changed, and what changes them.
    private static var fishWords: (head: String, tail: String) {
        let branches = defaults.map { "        case '\($0.command)'\n            set part '\($0.part)'" }
        let tail = #"""

                # The word that is typed is not among them.
                set -l words $unparsed_tokens (commandline -ct)
                set -l part ''
                switch "$words[2]"
                case 'help'
                    test (count $unparsed_tokens) -gt 1; and set -e unparsed_tokens[2]
            \#(branches.joined(separator: "\n"))
                end
                if string match -q -- '-*' "$words[2]"
                    set -l options
                    test (count $unparsed_tokens) -gt 1; and set options $unparsed_tokens[2..]
                    set unparsed_tokens $unparsed_tokens[1] '\#(Marquee.defaultName ?? "")' $options
                end
                if test -n "$part"; and string match -q -- '-*' "$words[3]"
                    set -l options
                    test (count $unparsed_tokens) -gt 2; and set options $unparsed_tokens[3..]
                    set unparsed_tokens $unparsed_tokens[1..2] $part $options
                end
            """#
        return ("    set -l unparsed_tokens (__marquee_tokens -pc)\n", tail)
    }
}
