-- sales/billing: periods are counted by the calendar of the seller, so that what begins in the first hours of a day is counted from that day ---

-- What runs already keeps the days that it has.
alter table subscriptions add column anchor_zone text not null default 'UTC';
