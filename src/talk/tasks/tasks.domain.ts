import { defineDomain } from '#kit/domain.ts';

export const tasksDomain = defineDomain({
  name: 'talk/tasks',
  server: async () => {
    const [{ tasksCalls }, { tasksHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./tasks.contract.ts'),
      import('./server/tasks.routes.ts'),
      import('./server/tasks.jobs.ts'),
      import('./server/tasks.events.ts'),
    ]);
    return { calls: { tasks: tasksCalls }, handlers: { tasks: tasksHandlers }, jobs, listeners };
  },
  sample: () => import('./server/sample/tasks.sample.ts'),
  screens: [
    {
      name: 'task-board',
      path: '/task_board',
      title: 'tasks.title',
      access: 'tasks.use',
      screen: () => import('./ui/task-board.screen.tsx'),
    },
  ],
  navigation: [{ path: '/task_board', word: 'tasks', icon: 'tasks', group: 'team', place: 50, rare: true }],
});
