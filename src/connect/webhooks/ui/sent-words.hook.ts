import type { StatusState } from '#kit/ui/status.tsx';
import type { SentItem } from '../webhooks.contract.ts';
import { webhookEvents } from '../webhooks.rules.ts';
import { nameOf } from './webhook-dialog.part.tsx';
import { webhooksText } from './webhooks-text.hook.ts';

export const sentStates = {
  waiting: 'waiting',
  delivered: 'sent',
  'given-up': 'failed',
} as const satisfies Record<SentItem['state'], StatusState>;

/** What was sent, in words. */
export function useSentWords(): (item: Pick<SentItem, 'event' | 'kind'>) => string {
  const say = webhooksText();
  return ({ event, kind }) => {
    const known = webhookEvents.find((one) => one === event);
    if (known !== undefined) return say(`event.${nameOf(known)}`);
    return kind === 'webhook' ? say('log.test') : say(`kinds.${kind}`);
  };
}
