#compdef ralbench
# zsh completion for ralbench, printed by: ralbench completion zsh
# To use it, write it to a file _ralbench in a directory of $fpath, such as:
#   ralbench completion zsh > "${fpath[1]}/_ralbench"
# or, behind "autoload -Uz compinit && compinit", in ~/.zshrc:  source /path/to/this/file

# Prints the variants or profiles ($1) of a scenario ($2), one or several a line.
_ralbench_names() {
    local file extended
    case $2 in
        */* | *.yaml | *.yml)
            file=${2/#\~/$HOME}
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

_ralbench_scenarios() {
    _alternative \
        'scenarios:built-in scenario:(@scenarios@)' \
        'files:scenario file:_files -g "*.(yaml|yml)"'
}

_ralbench_gates() {
    _alternative \
        'gates:built-in gate:(@gates@)' \
        'files:gate file:_files -g "*.(yaml|yml)"'
}

# Of NAME=DIRECTORY, too.
_ralbench_directories() {
    compset -P '*='
    _files -/
}

# Offers what depends on the scenario; to be called where line, opt_args and state are those of _arguments.
_ralbench_state() {
    local scenario=${opt_args[--scenario]:-${opt_args[-s]:-$line[1]}}
    local -a names
    case $state in
        variants)
            names=($(_ralbench_names variants "$scenario"))
            if compset -P '*='; then # NAME=WHAT
                _alternative "variants:variant:($names)" 'jars:jar:_files -g "*.jar"'
            else
                _wanted variants expl variant compadd -a names
            fi
            ;;
        profiles)
            names=($(_ralbench_names profiles "$scenario"))
            _wanted profiles expl profile compadd -a names
            ;;
    esac
}

@commands@

# In a directory of $fpath this file is the body of the function; by "source" it only defines it.
if [ "$funcstack[1]" = "_ralbench" ]; then
    _ralbench "$@"
else
    compdef _ralbench ralbench
fi
