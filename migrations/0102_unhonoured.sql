-- names of parameters of a call that its server took and did not act upon; their values are not kept
alter table endpoint_calls add column unhonoured text[] not null default '{}';
