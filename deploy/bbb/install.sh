#!/bin/sh
# Installs the transfer of recordings to Atrium on a BigBlueButton server. May be run again: it replaces what it wrote.
# ATRIUM_ROOT puts everything below another folder.
set -eu
umask 022

main() {
  root=${ATRIUM_ROOT:-}
  owner=${ATRIUM_OWNER:-bigbluebutton}
  bin="$root/usr/local/sbin"
  conf="$root/etc/atrium-transfer"
  state="$root/var/lib/atrium-transfer"
  scripts="$root/usr/local/bigbluebutton/core/scripts/post_publish"

  for program in curl openssl tar; do
    command -v "$program" >/dev/null || { echo "$program is missing." >&2; exit 1; }
  done
  if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then echo "Run this as root (sudo)." >&2; exit 1; fi
  if [ -z "$root" ] && ! id "$owner" >/dev/null 2>&1; then
    echo "There is no user $owner: this is no BigBlueButton server." >&2
    exit 1
  fi
  if [ ! -d "$scripts" ]; then echo "There is no $scripts: this is no BigBlueButton server." >&2; exit 1; fi

  mkdir -p "$bin" "$conf" "$state/queue" "$state/work" "$state/refused"
  chmod 700 "$conf" "$state"
  # written beside its place and moved there: a transfer that runs meanwhile reads the old one or the new one
  (umask 077; settings > "$conf/settings.new")
  mv "$conf/settings.new" "$conf/settings"
  transfer > "$bin/atrium-transfer.new"
  chmod 755 "$bin/atrium-transfer.new"
  mv "$bin/atrium-transfer.new" "$bin/atrium-transfer"
  hook > "$scripts/post_publish_atrium.rb"
  chmod 755 "$scripts/post_publish_atrium.rb"
  if [ -z "$root" ]; then
    chown -R "$owner" "$conf" "$state"
    echo "* * * * * $owner /usr/local/sbin/atrium-transfer run >/dev/null 2>&1" > /etc/cron.d/atrium-transfer
    chmod 644 /etc/cron.d/atrium-transfer
  fi
  echo "Installed. New recordings are sent when they are published; 'sudo -u $owner atrium-transfer all' sends those that are here already."
}

settings() {
  cat <<'ATRIUM_SETTINGS'
@SETTINGS@
ATRIUM_SETTINGS
}

transfer() {
  cat <<'ATRIUM_TRANSFER'
@TRANSFER@
ATRIUM_TRANSFER
}

hook() {
  cat <<'ATRIUM_HOOK'
@HOOK@
ATRIUM_HOOK
}

# Last, so that a script that arrived in part does nothing.
main
