import { defineDomain } from '#kit/domain.ts';

export const presentationsDomain = defineDomain({
  name: 'meet/presentations',
  server: async () => {
    const [{ presentationsCalls }, { roomGroupsCalls }, { roomPollsCalls }, handlers] = await Promise.all([
      import('./presentations.contract.ts'),
      import('./room-groups.contract.ts'),
      import('./room-polls.contract.ts'),
      import('./server/presentations.routes.ts'),
    ]);
    return {
      calls: { presentations: presentationsCalls, roomGroups: roomGroupsCalls, roomPolls: roomPollsCalls },
      handlers: {
        presentations: handlers.presentationsHandlers,
        roomGroups: handlers.roomGroupsHandlers,
        roomPolls: handlers.roomPollsHandlers,
      },
    };
  },
  http: [() => import('./server/meeting-files.http.ts')],
});
