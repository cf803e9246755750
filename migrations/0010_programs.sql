-- recordings of meetings that a customer's program made are watched by that program's people, who have no account here
update recordings set visibility = 'link'
  where visibility = 'account' and meeting_id in (select id from meetings where external_id is not null);
