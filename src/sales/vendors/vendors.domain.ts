import { defineDomain } from '#kit/domain.ts';

export const vendorsDomain = defineDomain({
  name: 'sales/vendors',
  server: async () => {
    const [{ vendorsCalls }, { vendorsHandlers }, { listeners }] = await Promise.all([
      import('./vendors.contract.ts'),
      import('./server/vendors.routes.ts'),
      import('./server/vendors.events.ts'),
    ]);
    return { calls: { vendors: vendorsCalls }, handlers: { vendors: vendorsHandlers }, listeners };
  },
  http: [() => import('./server/vendor-logos.http.ts')],
  sample: () => import('./server/sample/vendors.sample.ts'),
  screens: [
    { name: 'vendors', path: '/vendors', title: 'vendors.list.title', access: 'vendors.manage' },
    { name: 'vendor-add', path: '/vendors/add-vendor', title: 'vendors.list.add', access: 'vendors.manage' },
    { name: 'vendor-edit', path: '/vendors/edit-vendor/{id?}', title: 'vendors.list.title', access: 'vendors.manage' },
    {
      name: 'vendor-apply',
      path: '/vendors/apply',
      title: 'vendors.apply.title',
      access: 'account.edit',
      screen: () => import('./ui/apply.screen.tsx'),
    },
  ],
  navigation: [{ path: '/vendors', word: 'vendors', icon: 'shop', group: 'operate', place: 30 }],
});
