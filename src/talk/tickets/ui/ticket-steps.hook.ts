import { useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TicketChange } from '../tickets.contract.ts';
import { queueApi, useQueueRefresh } from './queue-data.hook.ts';
import { ticketsText } from './tickets-text.hook.ts';

/** Changes of tickets by staff: one, several, or the next one that nobody has. */
export function useTicketSteps() {
  const say = ticketsText();
  const toast = useToast();
  const failureText = useFailureText(say);
  const refresh = useQueueRefresh();
  const { tickets } = useApi(queueApi);
  const [trouble, setTrouble] = useState<string | null>(null);
  const attempt = async <R>(call: () => Promise<R>): Promise<R | null> => {
    setTrouble(null);
    try {
      const result = await call();
      await refresh();
      return result;
    } catch (error) {
      setTrouble(failureText(error));
      await refresh();
      return null;
    }
  };
  return {
    trouble,
    change: (id: string, body: TicketChange) => attempt(() => tickets.change({ params: { id }, body })),
    changeAll: async (ids: readonly string[], change: TicketChange) => {
      const result = await attempt(() => tickets.bulk({ body: { ids: [...ids], change } }));
      if (result !== null) toast({ text: say('queue.changed', result) });
    },
    /** The id of the ticket that is now mine; null: nobody waits. */
    takeNext: async (): Promise<string | null> => {
      const result = await attempt(() => tickets.takeNext());
      if (result === null) return null;
      if (result.id === null) toast({ text: say('queue.nobodyWaits') });
      return result.id;
    },
  };
}
export type TicketSteps = ReturnType<typeof useTicketSteps>;
