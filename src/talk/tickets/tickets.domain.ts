import { defineDomain } from '#kit/domain.ts';

export const ticketsDomain = defineDomain({
  name: 'talk/tickets',
  server: async () => {
    const [{ issuesCalls, ticketsCalls }, { ticketDeskCalls }, { unknownMailsCalls }, handlers, { jobs }, { listeners }] =
      await Promise.all([
        import('./tickets.contract.ts'),
        import('./ticket-desk.contract.ts'),
        import('./unknown-mails.contract.ts'),
        import('./server/tickets.routes.ts'),
        import('./server/tickets.jobs.ts'),
        import('./server/tickets.events.ts'),
      ]);
    return {
      calls: { issues: issuesCalls, tickets: ticketsCalls, ticketDesk: ticketDeskCalls, unknownMails: unknownMailsCalls },
      handlers: {
        issues: handlers.issuesHandlers,
        tickets: handlers.ticketsHandlers,
        ticketDesk: handlers.ticketDeskHandlers,
        unknownMails: handlers.unknownMailsHandlers,
      },
      jobs,
      listeners,
    };
  },
  http: [() => import('./server/mail-originals.http.ts')],
  search: () => import('./server/tickets.search.ts'),
  sample: () => import('./server/sample/tickets.sample.ts'),
  mailThing: () => import('./server/mail/ticket-thing.service.ts'),
  screens: [
    {
      name: 'issues',
      path: '/issues/user/list',
      title: 'tickets.list.title',
      access: 'tickets.view',
      screen: () => import('./ui/my-tickets.screen.tsx'),
    },
    {
      name: 'issue-add',
      path: '/issues/user/add-ticket',
      title: 'tickets.new.title',
      access: 'tickets.create',
      screen: () => import('./ui/new-ticket.screen.tsx'),
    },
    {
      name: 'issue',
      path: '/issues/user/details/{id?}',
      title: 'tickets.list.title',
      access: 'tickets.view',
    },
    {
      name: 'ticket-queue',
      path: '/issues/list',
      title: 'tickets.queue.title',
      access: 'tickets.answer',
    },
  ],
  navigation: [
    {
      path: '/issues/list',
      word: 'tickets',
      icon: 'help',
      group: 'help',
      place: 10,
      jump: 't',
      tabs: ['/issues/list', '/issues/user/list'],
    },
  ],
});
