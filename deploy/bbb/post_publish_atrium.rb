#!/usr/bin/ruby
# frozen_string_literal: true

# BigBlueButton runs this after each published format, with -m <recordID> -f <format>. It only notes what there is to send:
# the sending itself may take long, and must not hold up the other recordings.
exec('/usr/local/sbin/atrium-transfer', 'add', *ARGV)
