import { defineDomain } from '#kit/domain.ts';

export const mailboxDomain = defineDomain({
  name: 'talk/mailbox',
  server: async () => {
    const [{ mailboxCalls }, { jobs }, { listeners }] = await Promise.all([
      import('./mailbox.contract.ts'),
      import('./server/mailbox.jobs.ts'),
      import('./server/mailbox.events.ts'),
    ]);
    return { calls: { mailbox: mailboxCalls }, jobs, listeners };
  },
  sample: () => import('./server/sample/mailbox.sample.ts'),
  screens: [
    {
      name: 'mailbox',
      path: '/mailbox',
      title: 'mailbox.title',
      access: 'mailbox.use',
      screen: () => import('./ui/mailbox.screen.tsx'),
    },
  ],
  navigation: [{ path: '/mailbox', word: 'mailbox', icon: 'inbox', group: 'team', place: 40 }],
});
