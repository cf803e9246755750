import { defineDomain } from '#kit/domain.ts';

export const plansDomain = defineDomain({
  name: 'sales/plans',
  server: async () => {
    const [{ plansCalls }, { plansHandlers }] = await Promise.all([
      import('./plans.contract.ts'),
      import('./server/plans.routes.ts'),
    ]);
    return { calls: { plans: plansCalls }, handlers: { plans: plansHandlers } };
  },
  search: () => import('./server/plans.search.ts'),
  screens: [
    { name: 'plans', path: '/subscription-plans', title: 'plans.list.title', access: 'plans.manage' },
    { name: 'plan-add', path: '/subscription-plans/add-plan', title: 'plans.list.add', access: 'plans.manage' },
    { name: 'plan-edit', path: '/subscription-plans/edit-plan/{id}', access: 'plans.manage' },
  ],
  navigation: [{ path: '/subscription-plans', word: 'plans', icon: 'list', group: 'billing', place: 30 }],
});
