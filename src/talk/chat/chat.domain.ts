import { defineDomain } from '#kit/domain.ts';

export const chatDomain = defineDomain({
  name: 'talk/chat',
  server: async () => {
    const [{ chatCalls }, { chatFilesCalls }, { presenceCalls }, routes, { jobs }, { listeners }] = await Promise.all([
      import('./chat.contract.ts'),
      import('./chat-files.contract.ts'),
      import('./presence.contract.ts'),
      import('./server/chat.routes.ts'),
      import('./server/chat.jobs.ts'),
      import('./server/chat.events.ts'),
    ]);
    return {
      calls: { chat: chatCalls, chatFiles: chatFilesCalls, presence: presenceCalls },
      handlers: { chat: routes.chatHandlers, chatFiles: routes.chatFilesHandlers, presence: routes.presenceHandlers },
      ...{ jobs, listeners },
    };
  },
  sample: () => import('./server/sample/chat.sample.ts'),
  screens: [
    {
      name: 'chat',
      path: '/chat',
      title: 'chat.title',
      access: 'chat.use',
      screen: () => import('./ui/chat.screen.tsx'),
    },
  ],
  navigation: [
    {
      ...{ path: '/chat', word: 'chat', icon: 'chat', group: 'team', place: 30 },
      badge: () => import('./ui/blocks/unread-badge.part.tsx'),
    },
  ],
});
