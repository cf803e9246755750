import { defineDomain } from '#kit/domain.ts';

export const presentationsDomain = defineDomain({
  name: 'meet/presentations',
  server: async () => {
    const [{ presentationsCalls }, { roomPollsCalls }, { presentationsHandlers, roomPollsHandlers }] = await Promise.all([
      import('./presentations.contract.ts'),
      import('./room-polls.contract.ts'),
      import('./server/presentations.routes.ts'),
    ]);
    return {
      calls: { presentations: presentationsCalls, roomPolls: roomPollsCalls },
      handlers: { presentations: presentationsHandlers, roomPolls: roomPollsHandlers },
    };
  },
});
