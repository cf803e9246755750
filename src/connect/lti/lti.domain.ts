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
});
