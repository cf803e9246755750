/** What a screen says after a mail was written: that it was sent, or where no mail server is set, that it stays in the outbox. */
import { useEffect, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { outboxCalls } from '../../outbox.contract.ts';

const deliveryApi = { outbox: outboxCalls };

/** `await sentText(say('reminded'))` gives these words, or those for a mail that stays here. */
export function useSentText(): (sent: string) => Promise<string> {
  const kit = kitText();
  const { outbox } = useApi(deliveryApi);
  return async (sent) => ((await outbox.delivery()).mailServer === 'none' ? kit('mailKept') : sent);
}

/** For parts that are shown at once; null until it is known. */
export function useMailServer(): 'set' | 'none' | null {
  const { outbox } = useApi(deliveryApi);
  const [mailServer, setMailServer] = useState<'set' | 'none' | null>(null);
  useEffect(() => {
    outbox.delivery().then(
      (answer) => setMailServer(answer.mailServer),
      // the mail was written: without an answer the page says what is usual
      () => setMailServer('set'),
    );
  }, [outbox]);
  return mailServer;
}
