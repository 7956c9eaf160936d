# bash completion for ralbench, printed by: ralbench completion bash
# To use it:  ralbench completion bash > ~/.local/share/bash-completion/completions/ralbench
# or, where the package bash-completion is not installed, in ~/.bashrc:  source /path/to/this/file

# Sets commands, flags, valued and operands of the command with this path, such as "gate init".
_ralbench_command() {
    case $1 in
@commands@
    esac
}

# Prints the variants or profiles ($1) of a scenario ($2), one or several a line.
_ralbench_names() {
    case $2 in
        */* | *.yaml | *.yml)
            local file=${2/#\~/$HOME} extended
            [[ -f $file && -r $file ]] || return
            awk -v key="$1" '
                /^[^ #]/ { inside = $0 ~ "^" key ":[ \t]*(#.*)?$"; indent = 0; next }
                inside && /^ +[^ #]/ {
                    match($0, /^ +/)
                    if (!indent) indent = RLENGTH
                    if (RLENGTH == indent && match($0, /^ +["'\'']?[a-z0-9-]+["'\'']?:/)) {
                        name = substr($0, 1, RLENGTH - 1)
                        gsub(/[ "'\'']/, "", name)
                        print name
                    }
                }' "$file"
            extended=$(awk '$1 == "extends:" { print $2; exit }' "$file")
            case $extended in
                '' | */* | *.yaml | *.yml) return ;; # a file that extends a file adds little
            esac
            _ralbench_names "$1" "$extended"
            return
            ;;
    esac
    case "$1 $2" in
@names@
    esac
}

# Offers those of the words that begin as what is typed.
_ralbench_words() {
    local word
    for word in "$@"; do
        [[ $word != "$typed"* ]] || COMPREPLY+=("$before$word")
    done
}

# Offers directories, and files with one of these endings, or all.
_ralbench_files() {
    local file ending
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        if [[ -d ${file/#\~/$HOME} || $# -eq 0 ]]; then
            COMPREPLY+=("$before$file")
            continue
        fi
        for ending in "$@"; do
            [[ $file != *"$ending" ]] || COMPREPLY+=("$before$file")
        done
    done < <(compgen -f -- "$typed")
}

_ralbench_directories() {
    local file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        COMPREPLY+=("$before$file")
    done < <(compgen -d -- "$typed")
}

# Offers values of a kind.
_ralbench_values() {
    local IFS=$' \t\n'
    case $1 in
        words\|*)
            local words=${1#words|}
            # shellcheck disable=SC2086 # split on purpose
            _ralbench_words ${words//|/ }
            ;;
        file\|) _ralbench_files ;;
        file\|*) _ralbench_files ".${1#file|}" ;;
        directory)
            # of NAME=DIRECTORY
            [[ $typed != *=* ]] || { before=$before${typed%%=*}= typed=${typed#*=}; }
            _ralbench_directories
            ;;
        scenario)
            _ralbench_words @scenarios@
            _ralbench_files .yaml .yml
            ;;
        gate)
            _ralbench_words @gates@
            _ralbench_files .yaml .yml
            ;;
        variant)
            # shellcheck disable=SC2046 # split on purpose
            if [[ $typed == *=* ]]; then # NAME=WHAT
                before=$before${typed%%=*}= typed=${typed#*=}
                _ralbench_words $(_ralbench_names variants "$scenario")
                _ralbench_files .jar
            else
                _ralbench_words $(_ralbench_names variants "$scenario")
            fi
            ;;
        profile)
            # shellcheck disable=SC2046
            _ralbench_words $(_ralbench_names profiles "$scenario")
            ;;
    esac
}

# Prints of which kind the values of an option are; nothing if it takes none.
_ralbench_kind() {
    local entry IFS=$' \t\n'
    for entry in $valued; do
        if [[ $entry == "$1:"* ]]; then
            printf '%s\n' "${entry#*:}"
            return
        fi
    done
}

_ralbench() {
    local commands flags valued operands
    local words=() word glued= path= scenario= expected= option= kind= typed before= whole i IFS=$' \t\n'
    COMPREPLY=()
    # bash splits words at = and : as well, which are parts of values here.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word =~ ^[=:]+$ && ${#words[@]} -gt 0 ]]; then
            words[${#words[@]} - 1]+=$word
            glued=yes
        elif [[ -n $glued ]]; then
            words[${#words[@]} - 1]+=$word
            glued=
        else
            words+=("$word")
        fi
    done
    whole=${words[${#words[@]} - 1]}
    _ralbench_command ''
    for ((i = 0; i < ${#words[@]} - 1; i++)); do
        word=${words[i]}
        if [[ -n $expected ]]; then
            [[ $expected != scenario ]] || scenario=$word
            expected=
        elif [[ $word == --*=* ]]; then
            [[ $(_ralbench_kind "${word%%=*}") != scenario ]] || scenario=${word#*=}
        elif [[ $word == -* ]]; then
            expected=$(_ralbench_kind "$word")
        elif [[ " $commands " == *" $word "* ]]; then
            path=${path:+$path }$word
            _ralbench_command "$path"
        elif [[ $operands == scenario && -z $scenario ]]; then
            scenario=$word
        fi
    done
    typed=$whole
    if [[ -n $expected ]]; then
        _ralbench_values "${expected%\?}"
        [[ $expected != *\? ]] || _ralbench_values "$operands"
    elif [[ $whole == --*=* ]]; then
        option=${whole%%=*}
        kind=$(_ralbench_kind "$option")
        before=$option= typed=${whole#*=}
        _ralbench_values "${kind%\?}"
    elif [[ $whole == -* ]]; then
        local entry
        # shellcheck disable=SC2086 # split on purpose
        _ralbench_words $flags
        for entry in $valued; do
            _ralbench_words "${entry%%:*}"
        done
    else
        # shellcheck disable=SC2086
        _ralbench_words $commands
        [[ -n $commands ]] || _ralbench_values "$operands"
    fi
    # What readline replaces is only the part behind the last = or :.
    local part=${COMP_WORDS[COMP_CWORD]}
    [[ ! $part =~ ^[=:]+$ || $part == "$whole" ]] || part=
    local cut=${whole%"$part"}
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$cut"}
    done
}

complete -F _ralbench ralbench
