#!/bin/sh
# Draws the secrets that compose.yaml hands to its containers, each into a file of its own; those that are there stay.
set -eu
cd "$(dirname "$0")/../.."
umask 077
mkdir -p secrets
draw() { [ -s "secrets/$1" ] || openssl rand "-$2" 32 | tr -d '\n' > "secrets/$1"; }
draw database_password hex
draw secret_key base64
draw metrics_token hex
draw s3_secret hex
[ -s secrets/database_url ] ||
  printf 'postgres://afterimage:%s@postgres:5432/afterimage' "$(cat secrets/database_password)" > secrets/database_url
# The containers' user is not the one who runs this; nobody else on this machine gets past the folder.
chmod 700 secrets && chmod 644 secrets/*
