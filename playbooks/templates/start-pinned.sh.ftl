#!/bin/sh
# Starts ${program} on its CPUs from its first instruction on, with all threads it will have
exec taskset -c ${cpus} ${program} "$@"
