import { Tag } from '#kit/ui/bits.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { MailRow } from '../outbox.contract.ts';
import { outboxText } from './outbox-text.hook.ts';

const words = { queued: 'waiting', sent: 'sent', failed: 'failed' } as const;

/** Where a mail is on its way; `kept` is our own word: there is no mail server, so it is read here. */
export function MailStatus({ state }: { state: MailRow['state'] }) {
  const say = outboxText();
  if (state === 'kept') return <Tag>{say('list.kept')}</Tag>;
  return <Status of={words[state]} look="plain" />;
}
