#!/bin/sh
# A Slurm of one node, this machine, for slurm_test.py, where there is none. As root, with the packages of Debian 12:
#
#   apt-get install --no-install-recommends slurm-wlm munge
#   tests/distributed/slurm_node.sh start FOLDER
#   SLURM_CONF=FOLDER/slurm.conf python3 tests/distributed/slurm_test.py --clew build/clew --clew-mpi build/clew-mpi
#   tests/distributed/slurm_node.sh stop FOLDER
#
# All of it is below FOLDER, which must not exist yet, and listens on ports of its own, so it is in nobody's way.
set -eu

usage() {
  echo "usage: slurm_node.sh start|stop FOLDER" >&2
  exit 3
}

configuration() {
  host=$(hostname -s)
  cat <<END
ClusterName=clew
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES State=UP
END
}

start() {
  mkdir "$folder"
  mkdir "$folder/state" "$folder/spool"
  (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
  configuration >"$folder/slurm.conf"
  # --force: munged asks for folders that only its own user may write to.
  munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
    --seed-file="$folder/munge.seed" --log-file="$folder/munge.log"
  slurmctld -f "$folder/slurm.conf"
  slurmd -f "$folder/slurm.conf"
}

stop() {
  for daemon in slurmd slurmctld munge; do
    if [ -f "$folder/$daemon.pid" ]; then kill "$(cat "$folder/$daemon.pid")"; fi
  done
}

[ $# -eq 2 ] || usage
folder=$(realpath -m "$2")
case $1 in
  start) start ;;
  stop) stop ;;
  *) usage ;;
esac
