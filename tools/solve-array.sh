#!/bin/sh
# Extends a database of solved opening positions with any number of machines: plan, solve in parts, merge, again.
#
#   tools/solve-array.sh plan  DB ROUND [COUNT]     choose COUNT positions (default 4096) into DB.ROUND.list
#   tools/solve-array.sh part  DB ROUND PART PARTS  solve one part into DB.ROUND.PART (repeat it to go on after a stop)
#   tools/solve-array.sh merge DB ROUND             join all parts into DB and say how far it has come
#
# Under Slurm, a round of 64 jobs is three submissions, each waiting for the one before:
#
#   p=$(sbatch --parsable --wrap "tools/solve-array.sh plan kiswahili.solved 1")
#   w=$(sbatch --parsable --dependency=afterok:$p --array=1-64 --mem=5G --wrap \
#         'tools/solve-array.sh part kiswahili.solved 1 $SLURM_ARRAY_TASK_ID 64')
#   sbatch --dependency=afterany:$w --wrap "tools/solve-array.sh merge kiswahili.solved 1"
#
# With GNU parallel on one or more machines that share a folder:
#
#   tools/solve-array.sh plan kiswahili.solved 1
#   parallel -j8 tools/solve-array.sh part kiswahili.solved 1 {} 64 ::: $(seq 64)
#   tools/solve-array.sh merge kiswahili.solved 1
#
# NODES (default 20000000) and MEMORY in MiB (default 4096) are read from the environment, TOOLS names the program.
set -eu

usage() {
    sed -n '2,/^set /p' "$0" | sed '$d; s/^# \{0,1\}//' >&2
    exit 2
}

[ $# -ge 3 ] || usage
tools=${TOOLS:-target/release/fundi-tools}
means="--nodes ${NODES:-20000000} --memory ${MEMORY:-4096}"
step=$1 db=$2 round=$3
case $step in
# shellcheck disable=SC2086  # means is a list of words
plan) "$tools" --threads 1 solved plan "$db" --count "${4:-4096}" $means >"$db.$round.list" ;;
part)
    [ $# -eq 5 ] || usage
    # shellcheck disable=SC2086
    "$tools" --threads 1 solved work "$db.$round.list" --part "$4/$5" --out "$db.$round.$4" $means
    ;;
merge)
    # shellcheck disable=SC2086
    "$tools" --threads 1 solved merge --database "$db" $means "$db.$round".[0-9]*
    ;;
*) usage ;;
esac
