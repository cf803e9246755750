import { defineDomain } from '#kit/domain.ts';

export const accountsDomain = defineDomain({
  name: 'core/accounts',
  server: async () => {
    const [{ accountsCalls }, { peopleCalls }, { accountsHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./accounts.contract.ts'),
      import('./people.contract.ts'),
      import('./server/accounts.routes.ts'),
      import('./server/accounts.jobs.ts'),
      import('./server/accounts.events.ts'),
    ]);
    return { calls: { accounts: accountsCalls, people: peopleCalls }, handlers: { accounts: accountsHandlers }, jobs, listeners };
  },
});
