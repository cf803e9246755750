import { defineDomain } from '#kit/domain.ts';

export const mailboxDomain = defineDomain({
  name: 'talk/mailbox',
  server: async () => {
    const [{ mailboxCalls }, handlers, { jobs }, { listeners }] = await Promise.all([
      import('./mailbox.contract.ts'),
      import('./server/mailbox.routes.ts'),
      import('./server/mailbox.jobs.ts'),
      import('./server/mailbox.events.ts'),
    ]);
    return { calls: { mailbox: mailboxCalls }, handlers: { mailbox: handlers.mailboxHandlers }, jobs, listeners };
  },
  screens: [],
});
