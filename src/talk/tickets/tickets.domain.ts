import { defineDomain } from '#kit/domain.ts';

export const ticketsDomain = defineDomain({
  name: 'talk/tickets',
  server: async () => {
    const { issuesCalls, ticketDeskCalls, ticketsCalls } = await import('./tickets.contract.ts');
    return { calls: { issues: issuesCalls, tickets: ticketsCalls, ticketDesk: ticketDeskCalls } };
  },
});
