import { defineDomain } from '#kit/domain.ts';

export const adminDomain = defineDomain({
  name: 'operate/admin',
  server: async () => {
    const [
      { usersCalls },
      { staffCalls, actingCalls },
      { usersHandlers, staffHandlers, actingHandlers },
      { jobs },
      { listeners },
    ] = await Promise.all([
      import('./admin.contract.ts'),
      import('./staff.contract.ts'),
      import('./server/admin.routes.ts'),
      import('./server/admin.jobs.ts'),
      import('./server/admin.events.ts'),
    ]);
    return {
      calls: { users: usersCalls, staff: staffCalls, acting: actingCalls },
      handlers: { users: usersHandlers, staff: staffHandlers, acting: actingHandlers },
      jobs,
      listeners,
    };
  },
  screens: [
    {
      name: 'users',
      path: '/users',
      title: 'admin.list.title',
      access: 'users.manage',
      screen: () => import('./ui/users.screen.tsx'),
    },
    {
      name: 'user-add',
      path: '/users/add-user',
      title: 'admin.form.newTitle',
      access: 'users.manage',
      screen: () => import('./ui/add-user.screen.tsx'),
    },
    {
      name: 'user-edit',
      path: '/users/edit-user/{id?}',
      title: 'admin.form.chooseTitle',
      access: 'users.manage',
      screen: () => import('./ui/edit-user.screen.tsx'),
    },
    { name: 'person', path: '/users/profile/{id}', access: 'user', screen: () => import('./ui/person.screen.tsx') },
  ],
  navigation: [{ path: '/users', word: 'users', icon: 'shield', group: 'operate', place: 20, bottom: ['operator'] }],
});
