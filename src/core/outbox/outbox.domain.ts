import { defineDomain } from '#kit/domain.ts';

export const outboxDomain = defineDomain({
  name: 'core/outbox',
  server: async () => {
    const [{ outboxCalls, noticesCalls }, { noticesHandlers }, { jobs }] = await Promise.all([
      import('./outbox.contract.ts'),
      import('./server/outbox.routes.ts'),
      import('./server/outbox.jobs.ts'),
    ]);
    return { calls: { outbox: outboxCalls, notices: noticesCalls }, handlers: { notices: noticesHandlers }, jobs };
  },
  screens: [
    {
      name: 'outbox',
      path: '/outbox',
      title: 'outbox.list.title',
      access: 'outbox.view',
      screen: () => import('./ui/outbox.screen.tsx'),
    },
    { name: 'mail', path: '/outbox/{id}', title: 'outbox.letter.title', access: 'outbox.view' },
  ],
  navigation: [{ path: '/outbox', word: 'outbox', icon: 'mail', group: 'operate', place: 40, jump: 'o' }],
});
