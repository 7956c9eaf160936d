# fish completion for ralbench, printed by: ralbench completion fish
# To use it:  ralbench completion fish > ~/.config/fish/completions/ralbench.fish

# Whether the command on the line is this one, such as "gate init"; without words, whether there is none yet.
function __ralbench_at
    set -l words (commandline -opc)
    set -e words[1]
    if test (count $argv) -eq 0
        for word in $words
            string match -q -- '-*' $word; or return 1
        end
        return 0
    end
    test "$words[1..-1]" = "$argv"; or string match -q -- "$argv *" "$words"
    or return 1
    # gate itself, and not gate init
    not contains -- "$argv $words[2]" @groups@
end

# Prints the variants or profiles ($argv[1]) of a scenario ($argv[2]).
function __ralbench_names
    if string match -q -r '/|\.ya?ml$' -- $argv[2]
        set -l file (string replace -r '^~' $HOME -- $argv[2])
        test -f $file -a -r $file; or return
        awk -v key="$argv[1]" '
            /^[^ #]/ { inside = $0 ~ "^" key ":[ \t]*(#.*)?$"; indent = 0; next }
            inside && /^ +[^ #]/ {
                match($0, /^ +/)
                if (!indent) indent = RLENGTH
                if (RLENGTH == indent && match($0, /^ +["\']?[a-z0-9-]+["\']?:/)) {
                    name = substr($0, 1, RLENGTH - 1)
                    gsub(/[ "\']/, "", name)
                    print name
                }
            }' $file
        set -l extended (awk '$1 == "extends:" { print $2; exit }' $file)
        if test -n "$extended"; and not string match -q -r '/|\.ya?ml$' -- $extended # a file that extends a file adds little
            __ralbench_names $argv[1] $extended
        end
        return
    end
    switch "$argv[1] $argv[2]"
@names@
    end
end

# Prints the variants or profiles of the scenario on the line.
function __ralbench_of_scenario
    set -l words (commandline -opc)
    for i in (seq 2 (count $words))
        switch $words[$i]
            case '--scenario=*'
                __ralbench_names $argv[1] (string replace -- --scenario= '' $words[$i])
                return
            case -s --scenario
                if set -q words[(math $i + 1)]
                    __ralbench_names $argv[1] $words[(math $i + 1)]
                    return
                end
        end
    end
    for word in $words[3..-1]
        if contains -- $word @scenarios@; or string match -q -r '\.ya?ml$' -- $word
            __ralbench_names $argv[1] $word
            return
        end
    end
end

# NAME, or NAME=WHAT.
function __ralbench_variants
    set -l token (commandline -ct | string replace -r '^(--variant=|-v)' '')
    set -l name (string match -r '^[^=]*=' -- $token)
    __ralbench_of_scenario variants | string replace -r '^' "$name"
    if test -n "$name"
        __fish_complete_suffix (string replace -r '^[^=]*=' '' -- $token) .jar | __ralbench_ending .jar | string replace -r '^' "$name"
    end
end

# Of the files on standard input keeps directories and those with this ending: fish's own function only puts them first.
function __ralbench_ending
    while read -l file
        set -l name (string split -m 1 \t -- $file)[1]
        if string match -q -- '*/' $name; or string match -q -- "*$argv[1]" $name
            echo $file
        end
    end
end

function __ralbench_files
    for ending in $argv
        __fish_complete_suffix $ending | __ralbench_ending $ending
    end
end

function __ralbench_directories
    set -l token (commandline -ct | string replace -r '^--[a-z-]+=' '')
    set -l name (string match -r '^[^=]*=' -- $token)
    __fish_complete_directories (string replace -r '^[^=]*=' '' -- $token) | string replace -r '^' "$name"
end

function __ralbench_scenarios
    printf '%s\tbuilt-in scenario\n' @scenarios@
    __ralbench_files .yaml .yml
end

function __ralbench_gates
    printf '%s\tbuilt-in gate\n' @gates@
    __ralbench_files .yaml .yml
end

complete -c ralbench -f
@commands@
