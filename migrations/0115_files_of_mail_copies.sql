-- Which copies of a mail are left, asked before its files go.
create index mailbox_items_copies on mailbox_items (mail_id) where kind = 'people' and mail_id is not null;
