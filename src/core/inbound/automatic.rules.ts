/** Whether a person or a program wrote a mail. */
import { isId } from '#kit/ids.ts';
import { headerOf, type MailHeader } from './mail-headers.rules.ts';

/** Headers that only programs which answer by themselves write; what they say matters only when it is "no". */
const answeringHeaders = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoresponse',
  'x-auto-reply',
  'x-mail-autoreply',
];

/**
 * Written by a program, by RFC 3834 §2 or by what programs wrote before it, so that its words ask for nothing. `X-Auto-Response-Suppress`
 * says nothing, as Exchange writes it on mails of people, nor do `Precedence: list` and `X-Loop`, which mailing lists and filters add to them.
 */
export function isAutomatic(headers: readonly MailHeader[]): boolean {
  const says = (name: string): string => headerOf(headers, name)?.toLowerCase() ?? '';
  if (!/^(no\b|$)/.test(says('auto-submitted'))) return true;
  if (/^(bulk|junk|auto[_-]?reply)\b/.test(says('precedence'))) return true;
  if (/^auto[_-]?reply\b/.test(says('preference'))) return true;
  if (headerOf(headers, 'return-path') === '<>') return true;
  return answeringHeaders.some((name) => !['no', undefined].includes(headerOf(headers, name)?.toLowerCase()));
}

/**
 * The id that a mail of ours bears in its Message-ID, before our host. Programs of people whose domain is our host write such ones, too, so that
 * the mail is ours only if the outbox knows the id. Null: it has another form.
 */
export function ourMailId(headers: readonly MailHeader[], ourHost: string): string | null {
  const [, id = '', host] = /^<([0-9a-f-]{36})@([^>]+)>$/.exec(headerOf(headers, 'message-id')?.toLowerCase() ?? '') ?? [];
  return host === ourHost.toLowerCase() && isId(id) ? id : null;
}
