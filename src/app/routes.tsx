import type { RouteRow } from './shell/routing/route-row.ts';

/** What meetings bring to the screens of rooms, which come before them in rank. */
const slotsOfRooms = async () => (await import('./shell/slots/room-slots.ts')).roomSlots;
/** What recordings bring to the screens of rooms and meetings, which come before them in rank. */
const recordingsPlace = () => import('#meet/recordings/ui/blocks/recordings-place.part.tsx');
/** What recordings bring to the screens of servers, which come before them in rank. */
const slotsOfServers = async () => (await import('#meet/recordings/ui/blocks/send-here.part.tsx')).serverSlots;
/** What the account's people bring to a room's page, which knows nothing of groups. */
const groupsPlace = () => import('#core/iam/ui/blocks/room-groups.part.tsx');
const slotsOfRoom = async () => {
  const [slots, { RoomRecordings }, { RoomGroups }] = await Promise.all([slotsOfRooms(), recordingsPlace(), groupsPlace()]);
  return { ...slots, Recordings: RoomRecordings, Groups: RoomGroups };
};

/** What rooms and the REST API bring to the screens of the account's people, who come before them in rank. */
const slotsOfUsers = async () => (await import('./shell/slots/user-slots.ts')).userSlots;

/** What rooms and recordings bring to the screens of groups, which come before them in rank. */
const slotsOfGroups = () => import('./shell/slots/group-slots.ts');

/** What the operator's view of accounts brings to the screens of invoices, which come before it in rank. */
const slotsOfInvoices = async () => ({
  accounts: (await import('#operate/admin/ui/blocks/accounts-for-invoices.hook.ts')).accountsForInvoices,
});

/** What resellers' money and the books bring to the pages of vendors, which come before them in rank. */
const slotsOfVendors = async () => (await import('./shell/slots/money-slots.ts')).vendorSlots;

/** Further views of invoices: payments, the bank’s statements, and files of a period. */
const tabsOfInvoices = () => import('./shell/slots/invoice-tabs.ts');

/** What billing and the books bring to the screen of plans, which comes before them in rank. */
const slotsOfPlans = () => import('./shell/slots/plan-slots.ts');

/** What billing brings to a plan’s page, which comes before it in rank. */
const slotsOfPlanForm = async () => ({ holders: (await import('#sales/billing/ui/blocks/plan-holders.hook.ts')).planHolders });

/** Every URL: its screen, layout, access and guards. */
export const rows: readonly RouteRow[] = [
  {
    name: 'landing',
    path: '/',
    layout: 'default',
    frame: 'public',
    access: 'all',
    screen: () => import('#publish/pages/ui/landing.screen.tsx'),
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    title: 'dashboard.home.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#operate/dashboard/ui/dashboard.screen.tsx'),
  },
  {
    name: 'cookies',
    path: '/cookies',
    title: 'cookies.title',
    layout: 'default',
    access: 'all',
    screen: () => import('./shell/consent/cookies.screen.tsx'),
  },
  {
    name: 'imprint',
    path: '/imprint',
    title: 'pages.legal.imprint',
    layout: 'default',
    frame: 'public',
    access: 'all',
    screen: () => import('#publish/pages/ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('imprint')),
  },
  {
    name: 'privacy',
    path: '/privacy',
    title: 'pages.legal.privacy',
    layout: 'default',
    frame: 'public',
    access: 'all',
    screen: () => import('#publish/pages/ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('privacy')),
  },
  {
    name: 'terms',
    path: '/terms',
    title: 'pages.legal.terms',
    layout: 'default',
    frame: 'public',
    access: 'all',
    screen: () => import('#publish/pages/ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('terms')),
  },
  { name: 'login', path: '/login', layout: 'login', access: 'guest', screen: () => import('#core/identity/ui/login.screen.tsx') },
  {
    name: 'verify-email',
    path: '/verify-email',
    title: 'identity.verify.title',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/verify-email.screen.tsx'),
  },
  {
    name: 'complete-registration',
    path: '/complete-registration',
    title: 'identity.register.title',
    layout: 'login',
    access: 'guest',
    screen: () => import('#core/identity/ui/complete-registration.screen.tsx'),
  },
  {
    name: 'reset-password',
    path: '/reset-password',
    title: 'identity.reset.title',
    layout: 'login',
    access: 'guest',
    screen: () => import('#core/identity/ui/reset-password.screen.tsx'),
  },
  {
    name: 'update-password',
    path: '/update-password',
    title: 'identity.update.title',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/update-password.screen.tsx'),
  },
  {
    name: 'google-login',
    path: '/google-login',
    title: 'identity.social.returnTitle',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/social-return.screen.tsx'),
  },
  {
    name: 'facebook-login',
    path: '/facebook-login',
    title: 'identity.social.returnTitle',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/social-return.screen.tsx'),
  },
  {
    name: 'social-handle-google',
    path: '/api/social/handle/google',
    title: 'identity.social.returnTitle',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/social-return.screen.tsx'),
  },
  {
    name: 'provider-login',
    path: '/sign-in/{provider}',
    title: 'identity.social.returnTitle',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/social-return.screen.tsx'),
  },
  {
    name: 'not-me',
    path: '/not-me',
    title: 'identity.notMe.title',
    layout: 'login',
    access: 'all',
    screen: () => import('#core/identity/ui/not-me.screen.tsx'),
  },
  {
    name: 'create-password-social',
    path: '/create-passwordsocial',
    title: 'identity.social.passwordTitle',
    layout: 'login',
    access: 'user',
    screen: () => import('#core/identity/ui/create-password-social.screen.tsx'),
  },
  {
    name: 'users',
    path: '/users',
    title: 'admin.list.title',
    layout: 'default',
    access: 'users.manage',
    screen: () => import('#operate/admin/ui/users.screen.tsx'),
  },
  {
    name: 'user-add',
    path: '/users/add-user',
    title: 'admin.form.newTitle',
    layout: 'default',
    access: 'users.manage',
    screen: () => import('#operate/admin/ui/add-user.screen.tsx'),
  },
  {
    name: 'user-edit',
    path: '/users/edit-user/{id?}',
    title: 'admin.form.chooseTitle',
    layout: 'default',
    access: 'users.manage',
    screen: () => import('#operate/admin/ui/edit-user.screen.tsx'),
  },
  {
    name: 'iam-users',
    path: '/users/IAMUsers',
    title: 'iam.users.title',
    layout: 'default',
    access: 'iam.view',
    screen: () =>
      import('#core/iam/ui/user-list.screen.tsx').then(async ({ userListScreen }) => userListScreen(await slotsOfUsers())),
  },
  {
    name: 'iam-user-add',
    path: '/users/IAMUsers/add-user',
    title: 'iam.form.newTitle',
    layout: 'default',
    access: 'iam.manage',
    screen: () =>
      import('#core/iam/ui/user-add.screen.tsx').then(async ({ userAddScreen }) => userAddScreen(await slotsOfUsers())),
  },
  {
    name: 'iam-user-edit',
    path: '/users/IAMUsers/edit-user/{id?}',
    title: 'iam.form.chooseTitle',
    layout: 'default',
    access: 'iam.manage',
    screen: () =>
      import('#core/iam/ui/user-edit.screen.tsx').then(async ({ userEditScreen }) => userEditScreen(await slotsOfUsers())),
  },
  {
    name: 'groups',
    path: '/users/groups',
    title: 'iam.groups.title',
    layout: 'default',
    access: 'groups.view',
    screen: () => import('#core/iam/ui/groups.screen.tsx'),
  },
  {
    name: 'group-add',
    path: '/users/groups/add-group',
    title: 'iam.groups.newTitle',
    layout: 'default',
    access: 'groups.manage',
    screen: () =>
      import('#core/iam/ui/group-form.screen.tsx').then(async ({ groupFormScreen }) => groupFormScreen(await slotsOfGroups())),
  },
  {
    name: 'group-edit',
    path: '/users/groups/edit-group/{id?}',
    title: 'iam.groups.chooseTitle',
    layout: 'default',
    access: 'groups.manage',
    screen: () =>
      import('#core/iam/ui/group-form.screen.tsx').then(async ({ groupFormScreen }) => groupFormScreen(await slotsOfGroups())),
  },
  {
    name: 'my-groups',
    path: '/users/groups/my-groups',
    title: 'iam.mine.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#core/iam/ui/my-groups.screen.tsx'),
  },
  {
    name: 'person',
    path: '/users/profile/{id}',
    layout: 'default',
    access: 'user',
    screen: () => import('#operate/admin/ui/person.screen.tsx'),
  },
  {
    name: 'profile',
    path: '/users/profile',
    title: 'identity.profile.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#core/identity/ui/profile.screen.tsx'),
  },
  {
    name: 'profile-edit',
    path: '/users/profile/edit',
    title: 'identity.edit.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#core/identity/ui/edit-profile.screen.tsx'),
  },
  {
    name: 'change-password',
    path: '/users/profile/change-password',
    title: 'identity.change.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#core/identity/ui/change-password.screen.tsx'),
  },
  {
    name: 'settings',
    path: '/settings',
    title: 'settings.page.title',
    layout: 'default',
    access: 'user',
    screen: () => import('#operate/settings/ui/settings.screen.tsx'),
  },
  {
    name: 'account-closed',
    path: '/account-closed',
    title: 'ownership.closed.title',
    layout: 'login',
    access: 'user',
    screen: () => import('#operate/ownership/ui/account-closed.screen.tsx'),
  },
  {
    name: 'outbox',
    path: '/outbox',
    title: 'outbox.list.title',
    layout: 'default',
    access: 'outbox.view',
    screen: () => import('#core/outbox/ui/outbox.screen.tsx'),
  },
  {
    name: 'mail',
    path: '/outbox/{id}',
    title: 'outbox.letter.title',
    layout: 'default',
    access: 'outbox.view',
    screen: async () => {
      const [{ mailScreen }, { useProof }] = await Promise.all([
        import('#core/outbox/ui/mail.screen.tsx'),
        import('#core/identity/ui/blocks/proof.part.tsx'),
      ]);
      return mailScreen(useProof);
    },
  },
  {
    name: 'rooms',
    path: '/rooms',
    title: 'rooms.list.title',
    layout: 'default',
    access: 'rooms.view',
    screen: () => import('#meet/rooms/ui/rooms.screen.tsx').then(async ({ roomsScreen }) => roomsScreen(await slotsOfRooms())),
  },
  {
    name: 'my-rooms',
    path: '/rooms/my-rooms',
    title: 'rooms.mine.title',
    layout: 'default',
    access: 'rooms.view',
    screen: () =>
      import('#meet/rooms/ui/my-rooms.screen.tsx').then(async ({ myRoomsScreen }) => myRoomsScreen(await slotsOfRooms())),
  },
  {
    name: 'room-add',
    path: '/rooms/add-room',
    title: 'rooms.form.newTitle',
    layout: 'default',
    access: 'rooms.create',
    screen: () => import('#meet/rooms/ui/room-form.screen.tsx'),
  },
  {
    name: 'room-edit',
    path: '/rooms/edit-room/{id?}',
    layout: 'default',
    access: 'rooms.edit',
    screen: () => import('#meet/rooms/ui/room-form.screen.tsx'),
  },
  {
    name: 'recycle-bin',
    path: '/rooms/recycle-bin',
    title: 'rooms.bin.title',
    layout: 'default',
    access: 'rooms.delete',
    screen: () => import('#meet/rooms/ui/recycle-bin.screen.tsx'),
  },
  {
    name: 'my-meetings',
    path: '/rooms/meetings',
    title: 'meetings.mine.title',
    layout: 'default',
    access: 'meetings.view',
    screen: () => import('#meet/meetings/ui/my-meetings.screen.tsx'),
  },
  {
    name: 'meeting',
    path: '/rooms/meeting/{id?}',
    title: 'meetings.mine.title',
    layout: 'default',
    access: 'meetings.view',
    screen: () =>
      import('#meet/meetings/ui/meeting.screen.tsx').then(async ({ meetingScreen }) =>
        meetingScreen({ Recordings: (await recordingsPlace()).MeetingRecordings }),
      ),
  },
  {
    name: 'room',
    path: '/rooms/{id}',
    layout: 'default',
    access: 'rooms.view',
    screen: () => import('#meet/rooms/ui/room.screen.tsx').then(async ({ roomScreen }) => roomScreen(await slotsOfRoom())),
  },
  {
    name: 'meetings',
    path: '/meetings',
    title: 'meetings.all.title',
    layout: 'default',
    access: 'meetings.view',
    screen: () => import('#meet/meetings/ui/meetings.screen.tsx'),
  },
  {
    name: 'servers',
    path: '/servers',
    title: 'servers.list.title',
    layout: 'default',
    access: 'servers.manage',
    screen: () =>
      import('#meet/servers/ui/servers.screen.tsx').then(async ({ serversScreen }) => serversScreen(await slotsOfServers())),
  },
  {
    name: 'server-add',
    path: '/servers/add-server',
    title: 'servers.form.newTitle',
    layout: 'default',
    access: 'servers.manage',
    screen: () => import('#meet/servers/ui/server-form.screen.tsx'),
  },
  {
    name: 'server-edit',
    path: '/servers/edit-server/{id?}',
    title: 'servers.form.chooseTitle',
    layout: 'default',
    access: 'servers.manage',
    screen: () => import('#meet/servers/ui/server-form.screen.tsx'),
  },
  {
    name: 'network-rooms',
    path: '/network/rooms',
    title: 'network.page.title',
    layout: 'default',
    access: 'rooms.view',
    screen: () => import('#meet/network/ui/network-rooms.screen.tsx'),
  },
  {
    name: 'plans',
    path: '/subscription-plans',
    title: 'plans.list.title',
    layout: 'default',
    access: 'plans.manage',
    screen: () => import('#sales/plans/ui/plans.screen.tsx').then(async ({ plansScreen }) => plansScreen(await slotsOfPlans())),
  },
  {
    name: 'plan-add',
    path: '/subscription-plans/add-plan',
    title: 'plans.list.add',
    layout: 'default',
    access: 'plans.manage',
    screen: () =>
      import('#sales/plans/ui/plan-form.screen.tsx').then(async ({ planFormScreen }) => planFormScreen(await slotsOfPlanForm())),
  },
  {
    name: 'plan-edit',
    path: '/subscription-plans/edit-plan/{id}',
    layout: 'default',
    access: 'plans.manage',
    screen: () =>
      import('#sales/plans/ui/plan-form.screen.tsx').then(async ({ planFormScreen }) => planFormScreen(await slotsOfPlanForm())),
  },
  {
    name: 'vendors',
    path: '/vendors',
    title: 'vendors.list.title',
    layout: 'default',
    access: 'vendors.manage',
    screen: () =>
      import('#sales/vendors/ui/vendors.screen.tsx').then(async ({ vendorsScreen }) => vendorsScreen(await slotsOfVendors())),
  },
  {
    name: 'vendor-add',
    path: '/vendors/add-vendor',
    title: 'vendors.list.add',
    layout: 'default',
    access: 'vendors.manage',
    screen: () =>
      import('#sales/vendors/ui/vendor-form.screen.tsx').then(async ({ vendorFormScreen }) =>
        vendorFormScreen(await slotsOfVendors()),
      ),
  },
  {
    name: 'vendor-edit',
    path: '/vendors/edit-vendor/{id?}',
    title: 'vendors.list.title',
    layout: 'default',
    access: 'vendors.manage',
    screen: () =>
      import('#sales/vendors/ui/vendor-form.screen.tsx').then(async ({ vendorFormScreen }) =>
        vendorFormScreen(await slotsOfVendors()),
      ),
  },
  {
    name: 'vendor-apply',
    path: '/vendors/apply',
    title: 'vendors.apply.title',
    layout: 'default',
    access: 'account.edit',
    screen: () => import('#sales/vendors/ui/apply.screen.tsx'),
  },
  {
    name: 'purchase-plan',
    path: '/purchase-plan',
    title: 'billing.purchase.title',
    layout: 'default',
    access: 'all',
    asks: 'queries',
    screen: () => import('#sales/billing/ui/purchase.screen.tsx'),
  },
  {
    name: 'my-subscriptions',
    path: '/my-subscriptions',
    title: 'billing.plan.title',
    layout: 'default',
    access: 'subscriptions.view',
    screen: () => import('#sales/billing/ui/subscription.screen.tsx'),
  },
  {
    name: 'over-limit',
    path: '/my-subscriptions/over-limit',
    title: 'overflow.title',
    layout: 'default',
    access: 'subscriptions.purchase',
    screen: () => import('#sales/overflow/ui/choice.screen.tsx'),
  },
  {
    name: 'invoices',
    path: '/invoices',
    title: 'billing.invoices.title',
    layout: 'default',
    access: 'invoices.view',
    screen: () =>
      import('#sales/billing/ui/invoices.screen.tsx').then(async ({ invoicesScreen }) =>
        invoicesScreen((await tabsOfInvoices()).ownTabs),
      ),
  },
  {
    name: 'invoice',
    path: '/invoices/{id}',
    title: 'billing.invoices.oneTitle',
    layout: 'default',
    access: 'invoices.view',
    screen: () => import('#sales/billing/ui/invoice.screen.tsx'),
  },
  {
    name: 'all-invoices',
    path: '/all-invoices',
    title: 'billing.invoices.allTitle',
    layout: 'default',
    access: 'invoices.manage',
    screen: () =>
      import('#sales/billing/ui/invoices-all.screen.tsx').then(async ({ allInvoicesScreen }) =>
        allInvoicesScreen((await tabsOfInvoices()).sellerTabs),
      ),
  },
  {
    name: 'invoice-new',
    path: '/all-invoices/new',
    title: 'billing.invoices.newTitle',
    layout: 'default',
    access: 'invoices.manage',
    screen: () =>
      import('#sales/billing/ui/invoice-new.screen.tsx').then(async ({ newInvoiceScreen }) =>
        newInvoiceScreen(await slotsOfInvoices()),
      ),
  },
  {
    name: 'invoice-of-all',
    path: '/all-invoices/{id}',
    title: 'billing.invoices.oneTitle',
    layout: 'default',
    access: 'invoices.manage',
    screen: async () => (await import('./shell/slots/invoice-tax-slot.ts')).invoiceScreen,
  },
  {
    name: 'my-recordings',
    path: '/recordings/myRecordings',
    title: 'recordings.mine.title',
    layout: 'default',
    access: 'recordings.view',
    screen: () => import('#meet/recordings/ui/my-recordings.screen.tsx'),
  },
  {
    name: 'all-recordings',
    path: '/recordings/allRecordings',
    title: 'recordings.all.title',
    layout: 'default',
    access: 'recordings.view',
    screen: () => import('#meet/recordings/ui/all-recordings.screen.tsx'),
  },
  {
    name: 'recordings-bin',
    path: '/recordings/bin',
    title: 'recordings.bin.title',
    layout: 'default',
    access: 'recordings.delete',
    screen: () => import('#meet/recordings/ui/recordings-bin.screen.tsx'),
  },
  {
    name: 'playback',
    path: '/playback/{recordId}/{format?}',
    layout: 'default',
    frame: 'public',
    access: 'all',
    screen: () => import('#meet/recordings/ui/playback.screen.tsx'),
  },
  {
    name: 'api-endpoint',
    path: '/api-endpoint',
    title: 'endpoint.page.title',
    layout: 'default',
    access: 'api.view',
    screen: () => import('#connect/endpoint/ui/endpoint.screen.tsx'),
  },
  {
    name: 'plugins',
    path: '/plugins',
    title: 'plugins.page.title',
    layout: 'default',
    access: 'api.view',
    screen: () => import('#connect/plugins/ui/plugins.screen.tsx'),
  },
  {
    name: 'door',
    path: '/m/{slug?}',
    layout: 'default',
    frame: 'meeting',
    access: 'all',
    screen: () => import('#meet/meetings/ui/door.screen.tsx'),
  },
];
