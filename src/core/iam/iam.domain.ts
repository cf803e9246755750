import { defineDomain } from '#kit/domain.ts';

export const iamDomain = defineDomain({
  name: 'core/iam',
  server: async () => {
    const [
      { iamCalls },
      { groupsCalls },
      { keysCalls },
      { groupsHandlers },
      { keysHandlers },
      { listeners: iamListeners },
      { listeners: keysListeners },
    ] = await Promise.all([
      import('./iam.contract.ts'),
      import('./groups.contract.ts'),
      import('./keys.contract.ts'),
      import('./server/iam.routes.ts'),
      import('./server/keys.routes.ts'),
      import('./server/iam.events.ts'),
      import('./server/keys.events.ts'),
    ]);
    return {
      calls: { iam: iamCalls, groups: groupsCalls, keys: keysCalls },
      handlers: { groups: groupsHandlers, keys: keysHandlers },
      listeners: [...iamListeners, ...keysListeners],
    };
  },
  search: () => import('./server/people.search.ts'),
  screens: [
    { name: 'iam-users', path: '/users/IAMUsers', title: 'iam.users.title', access: 'iam.view' },
    { name: 'iam-user-add', path: '/users/IAMUsers/add-user', title: 'iam.form.newTitle', access: 'iam.manage' },
    { name: 'iam-user-edit', path: '/users/IAMUsers/edit-user/{id?}', title: 'iam.form.chooseTitle', access: 'iam.manage' },
    {
      name: 'groups',
      path: '/users/groups',
      title: 'iam.groups.title',
      access: 'groups.view',
      screen: () => import('./ui/groups.screen.tsx'),
    },
    { name: 'group-add', path: '/users/groups/add-group', title: 'iam.groups.newTitle', access: 'groups.manage' },
    { name: 'group-edit', path: '/users/groups/edit-group/{id?}', title: 'iam.groups.chooseTitle', access: 'groups.manage' },
    {
      name: 'my-groups',
      path: '/users/groups/my-groups',
      title: 'iam.mine.title',
      access: 'user',
      screen: () => import('./ui/my-groups.screen.tsx'),
    },
  ],
  navigation: [
    { path: '/users/IAMUsers', word: 'iamUsers', icon: 'people', group: 'team', place: 10 },
    {
      path: '/users/groups',
      word: 'groups',
      icon: 'peopleGroup',
      group: 'team',
      place: 20,
      tabs: ['/users/groups', '/users/groups/my-groups'],
    },
  ],
});
