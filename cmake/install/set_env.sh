# Sets up a shell for building and running AscendCL programs with this installation of belay:
#     . <prefix>/set_env.sh
# Works wherever the tree lies, in bash, zsh and plain sh, and when read more than once.

# _belay_prepend VARIABLE FOLDER: puts the folder first in a colon-separated list, once.
_belay_prepend() {
    eval "_belay_list=\${$1:-}"
    case ":$_belay_list:" in
        *":$2:"*) ;;
        *) export "$1=$2${_belay_list:+:$_belay_list}" ;;
    esac
}

_belay_self=
if [ -n "${BASH_VERSION:-}" ]; then
    _belay_self=${BASH_SOURCE:-}
elif [ -n "${ZSH_VERSION:-}" ]; then
    eval '_belay_self=${(%):-%x}'
else
    # A plain sh does not tell which file it reads, but it has that file open. (Not $$, which a
    # subshell inherits.)
    for _belay_fd in /proc/"$(exec sh -c 'echo "$PPID"')"/fd/*; do
        case "$(readlink "$_belay_fd" || true)" in
            */set_env.sh) _belay_self=$_belay_fd ;;
        esac
    done
fi
_belay_home=$(dirname -- "$(readlink -f -- "$_belay_self" || true)")

_belay_found=false
if [ -n "$_belay_self" ] && [ -f "$_belay_home/lib64/libascendcl.so" ]; then
    export ASCEND_HOME_PATH="$_belay_home"
    export ASCEND_TOOLKIT_HOME="$_belay_home"
    export DDK_PATH="$_belay_home"
    export NPU_HOST_LIB="$_belay_home/runtime/lib64/stub"
    _belay_prepend LD_LIBRARY_PATH "$_belay_home/lib64"
    _belay_prepend PATH "$_belay_home/bin"
    _belay_prepend CMAKE_PREFIX_PATH "$_belay_home"
    _belay_prepend PKG_CONFIG_PATH "$_belay_home/lib64/pkgconfig"
    _belay_found=true
else
    echo "set_env.sh: there is no belay installation where this file lies" >&2
fi
unset -f _belay_prepend
unset _belay_home _belay_list _belay_self _belay_fd
# The status of this file, without a name left behind.
case "$_belay_found" in
    true) unset _belay_found ;;
    *) unset _belay_found; false ;;
esac
