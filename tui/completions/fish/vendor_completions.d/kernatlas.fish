# Completion for fish. What may follow is asked of the program itself, so that nothing is said twice.

function __kernatlas_complete
    set -l words (commandline -opc)
    set -l found ($words[1] complete -- $words[2..] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end

complete -c kernatlas -f -a '(__kernatlas_complete)'
