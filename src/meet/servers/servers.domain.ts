import { defineDomain } from '#kit/domain.ts';

export const serversDomain = defineDomain({
  name: 'meet/servers',
  server: async () => {
    const [{ serversCalls }, { jobs }, { listeners }] = await Promise.all([
      import('./servers.contract.ts'),
      import('./server/servers.jobs.ts'),
      import('./server/servers.events.ts'),
    ]);
    return { calls: { servers: serversCalls }, jobs, listeners };
  },
  search: () => import('./server/servers.search.ts'),
  screens: [
    { name: 'servers', path: '/servers', title: 'servers.list.title', access: 'servers.manage' },
    {
      name: 'server-add',
      path: '/servers/add-server',
      title: 'servers.form.newTitle',
      access: 'servers.manage',
      screen: () => import('./ui/server-form.screen.tsx'),
    },
    {
      name: 'server-edit',
      path: '/servers/edit-server/{id?}',
      title: 'servers.form.chooseTitle',
      access: 'servers.manage',
      screen: () => import('./ui/server-form.screen.tsx'),
    },
  ],
  navigation: [
    { path: '/servers', word: 'servers', icon: 'server', group: 'operate', place: 10, jump: 's', bottom: ['operator'] },
  ],
});
