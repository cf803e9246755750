-- core/outbox: the text of a mail that was handed to a mail server is its recipient's alone
update outbox_mails set body_text = '', body_html = '' where state = 'sent' and (body_text <> '' or body_html <> '');
