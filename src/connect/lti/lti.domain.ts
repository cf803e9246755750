import { defineDomain } from '#kit/domain.ts';

export const ltiDomain = defineDomain({
  name: 'connect/lti',
  server: async () => {
    const [{ ltiCalls }, { courseCalls }, { ltiHandlers }, { courseHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./lti.contract.ts'),
      import('./course.contract.ts'),
      import('./server/lti.routes.ts'),
      import('./server/course.routes.ts'),
      import('./server/lti.jobs.ts'),
      import('./server/lti.events.ts'),
    ]);
    return {
      calls: { lti: ltiCalls, course: courseCalls },
      handlers: { lti: ltiHandlers, course: courseHandlers },
      jobs,
      listeners,
    };
  },
  http: [() => import('./server/launches.http.ts')],
  screens: [
    { name: 'lti', path: '/lti', title: 'lti.page.title', access: 'lti.manage', screen: () => import('./ui/lti.screen.tsx') },
    {
      name: 'lti-add',
      path: '/lti/platforms/add',
      title: 'lti.page.add',
      access: 'lti.manage',
      screen: () => import('./ui/add-platform.screen.tsx'),
    },
    {
      name: 'lti-platform',
      path: '/lti/platforms/{id}',
      access: 'lti.manage',
      screen: () => import('./ui/platform.screen.tsx'),
    },
    // both stand in a frame of the course's page, without anything of ours around them
    {
      name: 'lti-visit',
      path: '/lti/visit/{token}',
      frame: 'meeting',
      access: 'all',
      screen: () => import('./ui/course.screen.tsx'),
    },
    {
      name: 'lti-choose',
      path: '/lti/choose/{token}',
      frame: 'meeting',
      access: 'all',
      screen: () => import('./ui/course.screen.tsx'),
    },
  ],
  navigation: [{ path: '/lti', word: 'lti', icon: 'plug', group: 'connect', place: 20, rare: true }],
});
