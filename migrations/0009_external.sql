-- meet/meetings: the telephone number of a customer's meeting is its own over all servers while it is open.
create unique index meetings_voice on meetings ((asked ->> 'voiceBridge')) where state in ('starting', 'live') and asked is not null;
