#!/bin/bash
# Experiments in shares, as a Slurm job array. From the root of a checkout that all nodes see, after
# ./baton experiment, which builds it:
#   sbatch examples/experiments/slurm.sh                                         all in 20 shares
#   sbatch --array=1-3 examples/experiments/slurm.sh 3 raymond-trees --quick     one of them in 3
# When all shares are complete:
#   ./baton experiment merge results/share-* --out results/all
# A share that was cancelled, killed or out of time goes on where it was: the same command with its
# number, for example --array=2, or scontrol requeue with the task's number, for example 123_2.
#SBATCH --job-name=baton
#SBATCH --array=1-20
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --open-mode=append

cd "${SLURM_SUBMIT_DIR:?}" || exit
[ $# -gt 0 ] || set -- 20 all
# Not SLURM_ARRAY_TASK_COUNT, which is smaller when some of the shares are submitted again.
shares=$1
shift
BATON_JAVA_OPTS=-Xmx3g exec ./baton experiment "$@" \
  --shard "$SLURM_ARRAY_TASK_ID/$shares" \
  --threads "$SLURM_CPUS_PER_TASK" --resume --out "results/share-$SLURM_ARRAY_TASK_ID"
