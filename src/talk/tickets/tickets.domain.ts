import { defineDomain } from '#kit/domain.ts';

export const ticketsDomain = defineDomain({
  name: 'talk/tickets',
  server: async () => {
    const [{ issuesCalls, ticketsCalls }, { ticketDeskCalls }] = await Promise.all([
      import('./tickets.contract.ts'),
      import('./ticket-desk.contract.ts'),
    ]);
    return { calls: { issues: issuesCalls, tickets: ticketsCalls, ticketDesk: ticketDeskCalls } };
  },
});
