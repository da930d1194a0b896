#!/bin/bash
# All experiments in 20 shares, as a Slurm job array:
#   sbatch examples/experiments/slurm.sh
# When all are done, on any machine that sees the directory:
#   ./baton experiment merge results/share-* --out results/all
# A share that was killed goes on where it was if it is submitted again.
#SBATCH --job-name=baton
#SBATCH --array=1-20
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=02:00:00

cd "${SLURM_SUBMIT_DIR:?}" || exit
BATON_JAVA_OPTS=-Xmx3g ./baton experiment all \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --threads "$SLURM_CPUS_PER_TASK" --resume --out "results/share-$SLURM_ARRAY_TASK_ID"
