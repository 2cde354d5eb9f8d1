# Finds a Python that fits and runs one of the house's commands with it: `run NAME ARGUMENTS…`.
# Sourced by the commands in bin/, which set $here to their own folder.

find_python() {
    for python in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
        "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && return
    done
    return 1
}

run() {
    if ! find_python && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -q >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends python3 python3-venv >&2
    fi
    if ! find_python; then
        echo "Python 3.11, 3.12 or 3.13 is needed. Install it with:  sudo apt-get install python3 python3-venv" >&2
        exit 2
    fi
    exec "$python" "$here/run.py" "$@"
}
