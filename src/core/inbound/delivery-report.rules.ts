/** Delivery status notifications (RFC 3464): what became of a mail. */
import { bounceOfStatus, type MailBounce, statusIn } from '#core/outbox/outbox.rules.ts';

export type DeliveryReport = { action: string; status: string; diagnostic: string };

/** Field names in lower case; folded lines are one. */
function fieldsOf(group: string): Map<string, string> {
  const lines = group.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const fields = lines.map((line) => /^([\w-]+):\s*(.*)$/.exec(line)).filter((one) => one !== null);
  return new Map(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]));
}

/** The part `message/delivery-status`: the group of the recipient, a failed one first. Null: there is none. */
export function readDeliveryStatus(text: string): DeliveryReport | null {
  const groups = text.split(/(?:\r?\n){2,}/).map(fieldsOf);
  const recipients = groups.filter((fields) => fields.has('final-recipient') && fields.has('action'));
  const actionOf = (fields: Map<string, string>) => /^\w+/.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? '';
  const group = recipients.find((fields) => actionOf(fields) === 'failed') ?? recipients[0];
  if (group === undefined) return null;
  const diagnostic = (group.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  return { action: actionOf(group), status: statusOf(group.get('status') ?? '', diagnostic), diagnostic };
}

/** Some servers write 5.0.0 whatever it was, and the reason in words. */
function statusOf(field: string, diagnostic: string): string {
  const [given, said] = [statusIn(field), statusIn(diagnostic)];
  if (given !== null && !given.endsWith('.0.0')) return given;
  return said ?? given ?? (/^5\d\d\b/.test(diagnostic) ? '5.0.0' : '4.0.0');
}

/** Null: the mail is still on its way, or arrived. */
export const bounceOf = ({ action, status }: DeliveryReport): MailBounce | null =>
  action === 'failed' ? bounceOfStatus(status) : null;
