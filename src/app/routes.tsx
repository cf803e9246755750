import { domains } from './domains.ts';
import type { RouteRow } from './shell/routing/route-row.ts';

/** What meetings bring to the screens of rooms, which come before them in rank. */
const slotsOfRooms = async () => (await import('./shell/slots/room-slots.ts')).roomSlots;
/** What recordings bring to the screens of rooms and meetings, which come before them in rank. */
const recordingsPlace = () => import('#meet/recordings/ui/blocks/recordings-place.part.tsx');
/** What recordings bring to the screens of servers, which come before them in rank. */
const slotsOfServers = async () => (await import('#meet/recordings/ui/blocks/send-here.part.tsx')).serverSlots;
/** The way to support on the pages of things, which come before tickets in rank. */
const helpPlace = () => import('#talk/tickets/ui/blocks/tickets-elsewhere.part.tsx');
/** "Add task" on the pages of meetings, tickets and recordings, which come before tasks in rank. */
const tasksPlace = () => import('#talk/tasks/ui/blocks/add-task.part.tsx');
const slotsOfMeeting = async () => {
  const [{ MeetingRecordings }, { MeetingHelp }, { MeetingTasks }] = await Promise.all([
    recordingsPlace(),
    helpPlace(),
    tasksPlace(),
  ]);
  return { Recordings: MeetingRecordings, Help: MeetingHelp, Tasks: MeetingTasks };
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

/** What rooms bring to the screens of the library, which come before them in rank. */
const slotsOfLibrary = async () => (await import('#meet/presentations/ui/blocks/library-slots-filled.hook.ts')).librarySlots;

/** What the newsletter brings to a post, which comes before it in rank. */
const slotsOfPost = async () => {
  const { loadSignUp, NewsletterSignUp } = await import('#publish/newsletter/ui/blocks/sign-up-loading.part.tsx');
  return { newsletters: loadSignUp, SignUp: NewsletterSignUp };
};

/** Screens that show parts of domains which come after their own. */
const composedScreens: Readonly<Record<string, Pick<RouteRow, 'screen' | 'file'>>> = {
  post: {
    screen: () => import('#publish/blog/ui/post.screen.tsx').then(async ({ postScreen }) => postScreen(await slotsOfPost())),
  },
  cookies: { screen: () => import('./shell/consent/cookies.screen.tsx') },
  library: {
    screen: () =>
      import('#core/files/ui/library.screen.tsx').then(async ({ libraryScreen }) => libraryScreen(await slotsOfLibrary())),
  },
  'library-file': {
    screen: () =>
      import('#core/files/ui/library-file.screen.tsx').then(async ({ libraryFileScreen }) =>
        libraryFileScreen(await slotsOfLibrary()),
      ),
  },
  'iam-users': {
    screen: () =>
      import('#core/iam/ui/user-list.screen.tsx').then(async ({ userListScreen }) => userListScreen(await slotsOfUsers())),
  },
  'iam-user-add': {
    screen: () =>
      import('#core/iam/ui/user-add.screen.tsx').then(async ({ userAddScreen }) => userAddScreen(await slotsOfUsers())),
  },
  'iam-user-edit': {
    screen: () =>
      import('#core/iam/ui/user-edit.screen.tsx').then(async ({ userEditScreen }) => userEditScreen(await slotsOfUsers())),
  },
  'group-add': {
    screen: () =>
      import('#core/iam/ui/group-form.screen.tsx').then(async ({ groupFormScreen }) => groupFormScreen(await slotsOfGroups())),
  },
  'group-edit': {
    screen: () =>
      import('#core/iam/ui/group-form.screen.tsx').then(async ({ groupFormScreen }) => groupFormScreen(await slotsOfGroups())),
  },
  mail: {
    screen: () =>
      import('#core/outbox/ui/mail.screen.tsx').then(async ({ mailScreen }) =>
        mailScreen((await import('#core/identity/ui/blocks/proof.part.tsx')).useProof),
      ),
  },
  rooms: {
    screen: () => import('#meet/rooms/ui/rooms.screen.tsx').then(async ({ roomsScreen }) => roomsScreen(await slotsOfRooms())),
  },
  'my-rooms': {
    screen: () =>
      import('#meet/rooms/ui/my-rooms.screen.tsx').then(async ({ myRoomsScreen }) => myRoomsScreen(await slotsOfRooms())),
  },
  meeting: {
    screen: () =>
      import('#meet/meetings/ui/meeting.screen.tsx').then(async ({ meetingScreen }) => meetingScreen(await slotsOfMeeting())),
  },
  'room-add': {
    screen: () => import('./shell/slots/room-form-screen.ts').then(({ roomFormScreen }) => roomFormScreen),
  },
  'room-edit': {
    screen: () => import('./shell/slots/room-form-screen.ts').then(({ roomFormScreen }) => roomFormScreen),
  },
  'recycle-bin': {
    screen: () =>
      import('#meet/rooms/ui/recycle-bin.screen.tsx').then(async ({ recycleBinScreen }) =>
        recycleBinScreen((await import('#meet/recordings/ui/blocks/recordings-of-room.hook.ts')).countRecordingsOfRoom),
      ),
  },
  room: {
    screen: () => import('./shell/slots/room-screen.ts').then(({ roomScreen }) => roomScreen),
  },
  playback: {
    screen: () =>
      import('#meet/recordings/ui/playback.screen.tsx').then(async ({ playbackScreen }) =>
        playbackScreen((await tasksPlace()).RecordingTasks),
      ),
  },
  issue: {
    screen: () =>
      import('#talk/tickets/ui/issue.screen.tsx').then(async ({ issueScreen }) => issueScreen((await tasksPlace()).TicketTasks)),
  },
  'ticket-queue': {
    screen: () =>
      import('#talk/tickets/ui/queue.screen.tsx').then(async ({ queueScreen }) => queueScreen((await tasksPlace()).TicketTasks)),
  },
  servers: {
    screen: () =>
      import('#meet/servers/ui/servers.screen.tsx').then(async ({ serversScreen }) => serversScreen(await slotsOfServers())),
  },
  plans: {
    screen: () => import('#sales/plans/ui/plans.screen.tsx').then(async ({ plansScreen }) => plansScreen(await slotsOfPlans())),
  },
  'plan-add': {
    screen: () =>
      import('#sales/plans/ui/plan-form.screen.tsx').then(async ({ planFormScreen }) => planFormScreen(await slotsOfPlanForm())),
  },
  'plan-edit': {
    screen: () =>
      import('#sales/plans/ui/plan-form.screen.tsx').then(async ({ planFormScreen }) => planFormScreen(await slotsOfPlanForm())),
  },
  vendors: {
    screen: () =>
      import('#sales/vendors/ui/vendors.screen.tsx').then(async ({ vendorsScreen }) => vendorsScreen(await slotsOfVendors())),
  },
  'vendor-add': {
    screen: () =>
      import('#sales/vendors/ui/vendor-form.screen.tsx').then(async ({ vendorFormScreen }) =>
        vendorFormScreen(await slotsOfVendors()),
      ),
  },
  'vendor-edit': {
    screen: () =>
      import('#sales/vendors/ui/vendor-form.screen.tsx').then(async ({ vendorFormScreen }) =>
        vendorFormScreen(await slotsOfVendors()),
      ),
  },
  invoices: {
    screen: () =>
      import('#sales/billing/ui/invoices.screen.tsx').then(async ({ invoicesScreen }) =>
        invoicesScreen((await tabsOfInvoices()).ownTabs),
      ),
  },
  invoice: {
    screen: () =>
      import('#sales/billing/ui/invoice.screen.tsx').then(async ({ invoiceScreen }) =>
        invoiceScreen((await helpPlace()).InvoiceHelp),
      ),
  },
  'all-invoices': {
    screen: () =>
      import('#sales/billing/ui/invoices-all.screen.tsx').then(async ({ allInvoicesScreen }) =>
        allInvoicesScreen((await tabsOfInvoices()).sellerTabs),
      ),
  },
  'invoice-new': {
    screen: () =>
      import('#sales/billing/ui/invoice-new.screen.tsx').then(async ({ newInvoiceScreen }) =>
        newInvoiceScreen(await slotsOfInvoices()),
      ),
  },
  'invoice-of-all': {
    screen: () => import('./shell/slots/invoice-tax-slot.ts').then(({ invoiceScreen }) => invoiceScreen),
  },
};

/** Every URL: its screen, layout, access and guards. */
export const rows: readonly RouteRow[] = domains.flatMap(({ screens = [] }) =>
  screens.map((row) => {
    const { screen } = row;
    if (screen !== undefined) return { ...row, screen };
    const composed = composedScreens[row.name];
    if (composed === undefined) throw new Error(`the page ${row.name} has no screen`);
    return { ...row, ...composed };
  }),
);
