-- sales/billing: one first claim of a subscription at a time, whatever day it is for
create unique index invoices_one_start on invoices (subscription_id) where cause = 'start' and kind = 'invoice' and state in ('pending_tax', 'open');
