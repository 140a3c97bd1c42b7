#!/bin/sh
read -r call
case $call in *rm\ -rf*) echo "not that" >&2; exit 2 ;; esac
exit 0
