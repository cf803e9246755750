/** The main control of each screen of the route table, by the row's name: what somebody does with it, and what that changes on the page. */
import type { Eyes } from './route-examples.ts';

/** Something is filled with words, given an option, sent a key, or else pressed. Selectors are Playwright's; `{slug}` and the like stand for ids of the sample data. */
export type ControlStep = { on: string; words?: string; option?: string; key?: string };
export type MainControl = {
  steps: readonly ControlStep[];
  /** What comes by it: it may not be there before. An address that changes is no effect, since the page may stay as it was. */
  shows: string;
  /** Where the row's first example has nothing to use. */
  path?: string;
  eyes?: Eyes;
};
/** The file of the journey that uses the control, where the screen is reached by a mail, a launch, or a provider. */
export type ElsewhereControl = { journey: string };

const button = (name: string) => `role=button[name="${name}"]`;
const link = (name: string) => `main >> role=link[name="${name}"]`;
const field = (name: string) => `role=textbox[name="${name}"]`;
/** One of the choices that stand in a row; its radio button is not seen. */
const choice = (name: string) => `main >> role=radiogroup >> text="${name}"`;
const title = (name: string) => `role=heading[level=1][name="${name}"]`;
const dialog = 'role=dialog';
const saveBar = button('Save changes');
const searchBox = 'main >> role=searchbox';
const noResults = 'main >> text="No results"';
const invalid = 'main >> [aria-invalid=true]';

const presses = (control: string, shows: string): MainControl => ({ steps: [{ on: control }], shows });
const opensDialog = (control: string): MainControl => presses(button(control), dialog);
/** A list is searched for what nobody wrote: the search is dead unless all rows go. */
const searches: MainControl = { steps: [{ on: searchBox, words: 'qqqq' }], shows: noResults };
/** An empty form is handed in, and says what is missing. */
const refusesEmpty = (control: string): MainControl => presses(button(control), invalid);

export const controls: Readonly<Record<string, MainControl | ElsewhereControl>> = {
  landing: {
    steps: [{ on: field('Invited? Enter your link or code'), words: '{slug}' }, { on: 'main >> role=button[name="Join"]' }],
    shows: title('Office hours'),
  },
  // a page to read: its control is the way on
  cookies: presses('role=link[name="Atrium, start page"]', title('A room that is always yours.')),
  imprint: presses(link('Back to home'), title('A room that is always yours.')),
  privacy: presses(link('Back to home'), title('A room that is always yours.')),
  terms: presses(link('Back to home'), title('A room that is always yours.')),
  posts: {
    steps: [
      { on: searchBox, words: 'qqqq' },
      { on: searchBox, key: 'Enter' },
    ],
    shows: 'main >> text=/^No results for/',
  },
  post: presses(link('Deutsch'), 'role=heading[level=1][name=/^Elternsprechtag/]'),
  newsletter: presses(button('Subscribe'), invalid),
  'newsletter-campaign': presses(choice('Plain text'), 'main >> pre'),
  login: presses('role=tab[name="Create an account"]', button('Send me the link')),
  'verify-email': presses(link('Sign in'), title('Welcome back')),
  'complete-registration': presses(link('Sign in'), title('Welcome back')),
  'reset-password': refusesEmpty('Send me the link'),
  'google-login': { journey: 'core/social.e2e.ts' },
  'facebook-login': { journey: 'core/social.e2e.ts' },
  'social-handle-google': { journey: 'core/social.e2e.ts' },
  'provider-login': { journey: 'core/social.e2e.ts' },
  'not-me': presses(link('Sign in'), title('Welcome back')),
  'create-password-social': presses(link('Change the password'), title('Change my password')),
  'update-password': presses(link('Sign in'), title('Welcome back')),
  dashboard: presses('main >> role=button[name="Start a meeting"]', 'role=menu'),
  users: searches,
  'user-add': presses('role=radio[name=/^Staff member/]', button('Add staff member')),
  'user-edit': presses('main >> role=link[name=/^Nordlicht School/]', 'role=heading[level=1][name=/^Nordlicht School/]'),
  charts: presses(choice('Custom'), field('From')),
  'data-visualization': {
    steps: [{ on: 'role=combobox[name="When"]', option: 'last 30 full days' }],
    shows: 'main >> text=/^Minutes in meetings .* last 30 full days$/',
  },
  groups: searches,
  'group-add': refusesEmpty('Create group'),
  'group-edit': opensDialog('Add people'),
  'my-groups': presses('role=navigation >> role=link[name="Rooms"] >> nth=0', 'role=heading[level=1][name=/^Rooms/]'),
  person: presses(link('Nordlicht School'), 'role=heading[level=1][name=/^Nordlicht School/]'),
  'iam-users': searches,
  'iam-user-add': presses('role=radio[name=/^Create a sign-in/]', field('Sign-in name')),
  'iam-user-edit': { steps: [{ on: 'main >> role=combobox[name="Role"]', option: 'Viewer' }], shows: saveBar },
  profile: presses(link('Edit'), title('Edit my profile')),
  'profile-edit': { steps: [{ on: field('Name'), words: 'Miriam S.' }], shows: saveBar },
  'change-password': presses(button('Change the password'), 'main >> text="Please fill this in."'),
  settings: presses(link('Appearance'), 'main >> text="Dark"'),
  'account-closed': presses(link('Go to the start page'), 'role=heading[level=1][name=/Miriam/]'),
  outbox: searches,
  mail: presses('role=navigation >> role=link[name="Mail outbox"]', title('Mail outbox')),
  rooms: searches,
  'my-rooms': searches,
  'room-add': presses(button('More options'), field('Link')),
  'room-edit': { steps: [{ on: 'main >> role=radio[name=/^Anyone with the link/]' }], shows: saveBar },
  'recycle-bin': searches,
  'my-meetings': searches,
  meeting: presses(link('Go to room'), button('Start')),
  room: presses(button('More actions for Office hours'), 'role=menu'),
  calendar: opensDialog('New meeting'),
  'room-calendar': opensDialog('New meeting'),
  'calendar-invitation': { journey: 'meet/calendar.e2e.ts' },
  meetings: searches,
  invoices: presses(link('Payments'), 'role=table[name="Payments"]'),
  invoice: opensDialog('I have paid'),
  'all-invoices': searches,
  'invoice-new': presses('main >> role=button[name="Nordlicht School"]', button('Change customer')),
  'invoice-of-all': opensDialog('Record a payment'),
  'my-recordings': searches,
  library: searches,
  'library-bin': presses('role=navigation >> role=link[name="Library"]', title('Library')),
  'library-file': presses('main >> role=button[name="Next page"]', 'main >> role=img[name="Page 2 of 4"]'),
  'all-recordings': searches,
  'recordings-bin': presses('role=navigation >> role=link[name="Recordings"]', title('My recordings')),
  playback: {
    ...presses(link('Play Staff call'), 'video'),
    path: '/recordings/myRecordings',
    eyes: 'owner',
  },
  'network-rooms': opensDialog('Offer room'),
  'post-add': opensDialog('Image'),
  'post-edit': opensDialog('Revisions'),
  write: { steps: [{ on: field('Text of the post'), key: '/' }], shows: 'role=listbox' },
  categories: presses(button('More actions for Teaching'), 'role=menu'),
  'category-add': refusesEmpty('Create category'),
  'category-edit': presses(button('10 more languages'), field('Español')),
  'category-posts': presses(link('Edit category'), title('Categories')),
  plans: searches,
  'plan-edit': opensDialog('Duplicate'),
  'plan-add': presses('role=radio[name=/^Event pass/]', field('Duration (hours)')),
  'purchase-plan': presses(button('Choose: School 300'), button('Choose: School 150')),
  'my-subscriptions': opensDialog('Cancel plan…'),
  'over-limit': presses('main >> role=link[name="Go to my plan"] >> nth=0', title('School 150')),
  vendors: searches,
  'vendor-add': refusesEmpty('Add reseller'),
  'vendor-edit': presses(link('Fjord Meetings'), 'role=heading[level=1][name=/^Fjord Meetings/]'),
  'vendor-apply': refusesEmpty('Send application'),
  servers: opensDialog('Test placement'),
  'server-add': refusesEmpty('Add server'),
  'server-edit': { steps: [{ on: field('Region'), words: 'Bergen' }], shows: saveBar },
  lti: presses('main >> role=link[name="Add a platform"] >> nth=0', title('Add a platform')),
  'lti-add': { steps: [{ on: field('Name'), words: 'Moodle' }], shows: 'role=button[name="Next"][disabled=false]' },
  'lti-platform': { journey: 'connect/lti.e2e.ts' },
  'lti-visit': { journey: 'connect/lti.e2e.ts' },
  'lti-choose': { journey: 'connect/lti.e2e.ts' },
  'api-endpoint': opensDialog('New secret'),
  plugins: { steps: [{ on: field('Search software'), words: 'qqqq' }], shows: 'main >> text=/^No matching program/' },
  quill: { steps: [{ on: field('Subject'), words: 'Come in' }], shows: 'role=button[name="Publish"][disabled=false]' },
  issues: searches,
  'issue-add': refusesEmpty('Send ticket'),
  issue: presses('role=button[name=/^Show \\d+ diagnostic details$/]', dialog),
  'task-board': presses(button('New task'), 'role=textbox[name="Title of the new task in To do"]'),
  'ticket-queue': searches,
  chat: opensDialog('New conversation'),
  mailbox: presses('main >> role=link[name="Archive"]', title('Archive')),
  // by whether the host is there already
  door: presses('main >> role=button[name=/^(Wait for host|Ask to join)$/]', invalid),
};
