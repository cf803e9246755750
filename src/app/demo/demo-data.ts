/** The sample data: a school, a reseller, the operator. Names and addresses are invented; example.org cannot receive mail. */
import type { AccountKind, MemberRole } from '#core/iam/iam.rules.ts';
import type { Grant } from '#sales/vendors/vendors.rules.ts';
import type { SampleRecording } from '#meet/recordings/server/sample/recordings.sample.ts';

export type DemoPerson = {
  email: string;
  name: string;
  role: MemberRole;
  /** Shown beside the sign-in; null: not shown. */
  who: string | null;
};
export type DemoRoom = {
  name: string;
  owner: string;
  welcome: string;
  lobby: boolean;
  anyoneCanStart: boolean;
  code: string | null;
  sharedWith: string[] /** Days ago. */;
  held: number[] /** Hour of the day, UTC. */;
  at: number;
  minutes: number;
  people: number;
  tags?: string[];
  recorded?: SampleRecording[];
};
/** The first of the account's people gives it; `people` are in it, `asked` did not answer yet. */
export type DemoGroup = { name: string; description: string; rooms: string[]; people: string[]; asked: string[] };
export type DemoAccount = {
  name: string;
  kind: AccountKind;
  locale: string;
  timeZone: string;
  /** The account in the sign-in names of those who have no mail address. */
  alias?: string;
  /** The name of the vendor who brought it in, and what it holds out of the pool. */
  from?: { vendor: string; grant: Grant };
  people: DemoPerson[];
  rooms: DemoRoom[];
  /** Names of rooms that the first person has thrown away. */
  binned: string[];
  groups?: DemoGroup[];
};

export const guests = [
  'Aylin Demir',
  'Priya Nair',
  'Tomasz Nowak',
  'Clara Dubois',
  'Lena Fischer',
  'Omar Haddad',
  'Sofia Rossi',
  'Kenji Mori',
  'Emil Krüger',
  'Noor Ahmed',
  'Lucas Pereira',
  'Mei Lin',
  'Zeynep Kaya',
  'Daniel Okafor',
  'Anna Svensson',
  'Rahul Mehta',
  'Irina Volkova',
  'Budi Santoso',
  'Fatima Zahra',
  'Jonas Keller',
  'Marta Silva',
  'Hana Sato',
  'Ali Raza',
  'Eva Novak',
] as const;

const quiet = { lobby: false, anyoneCanStart: false, code: null, sharedWith: [] };

export const demoAccounts: DemoAccount[] = [
  {
    name: 'Atrium',
    kind: 'operator',
    locale: 'en-US',
    timeZone: 'Europe/Berlin',
    people: [{ email: 'operator@example.org', name: 'Ines Hoffmann', role: 'owner', who: 'the operator: everything' }],
    binned: [],
    rooms: [
      {
        ...quiet,
        name: 'Operations',
        owner: 'operator@example.org',
        welcome: '',
        held: [1, 8, 15],
        at: 7,
        minutes: 30,
        people: 3,
      },
    ],
  },
  {
    name: 'Nordlicht School',
    kind: 'customer',
    locale: 'en-US',
    timeZone: 'Europe/Berlin',
    alias: 'nordlicht',
    people: [
      { email: 'miriam@example.org', name: 'Miriam Sander', role: 'owner', who: 'owner of a school' },
      { email: 'jonas@example.org', name: 'Jonas Weber', role: 'member', who: 'a teacher there' },
      { email: 'aisha@example.org', name: 'Aisha Rahman', role: 'admin', who: 'an administrator there' },
      { email: 'nordlicht/tom', name: 'Tom Brandt', role: 'member', who: 'a pupil there, without a mail address' },
    ],
    binned: ['Old timetable', 'Trial room'],
    groups: [
      {
        name: 'Science teachers',
        description: 'Stand in for each other in mathematics and biology.',
        rooms: ['Mathematics 9b', 'Biology 10a'],
        people: ['aisha@example.org'],
        asked: ['jonas@example.org'],
      },
    ],
    rooms: [
      {
        ...quiet,
        name: 'Mathematics 9b',
        tags: ['Grade 9', 'Sciences'],
        owner: 'jonas@example.org',
        welcome: 'Please have your worksheet ready.',
        lobby: true,
        sharedWith: ['miriam@example.org'],
        held: [1, 3, 8, 10],
        at: 8.5,
        minutes: 45,
        people: 22,
        recorded: [
          {
            name: 'Quadratic functions',
            back: 1,
            state: 'published',
            visibility: 'account',
            views: 31,
            keepDays: null,
            words: 'school',
          },
          {
            name: 'Slope and intercept',
            back: 8,
            state: 'unpublished',
            visibility: 'owner',
            views: 7,
            keepDays: null,
            words: 'plain',
          },
        ],
      },
      {
        ...quiet,
        name: 'Biology 10a',
        tags: ['Grade 10', 'Sciences'],
        owner: 'jonas@example.org',
        welcome: '',
        code: 'cells-10a',
        held: [2, 9, 16],
        at: 10,
        minutes: 45,
        people: 18,
      },
      {
        ...quiet,
        name: 'Staff room',
        tags: ['Staff'],
        owner: 'miriam@example.org',
        welcome: 'Agenda is in the invitation.',
        anyoneCanStart: true,
        sharedWith: ['jonas@example.org', 'aisha@example.org'],
        held: [4, 11, 18, 25],
        at: 13,
        minutes: 60,
        people: 14,
        recorded: [
          { name: 'Staff call', back: 4, state: 'published', visibility: 'link', views: 18, keepDays: 5, words: 'school' },
        ],
      },
      {
        ...quiet,
        name: 'Office hours',
        owner: 'miriam@example.org',
        welcome: '',
        lobby: true,
        held: [1, 5, 6],
        at: 14.5,
        minutes: 20,
        people: 2,
      },
      {
        ...quiet,
        name: 'Parents’ evening',
        owner: 'aisha@example.org',
        welcome: 'Welcome! The head teacher will let you in.',
        lobby: true,
        code: 'nordlicht',
        held: [30],
        at: 17,
        minutes: 90,
        people: 24,
      },
      { ...quiet, name: 'Choir', owner: 'aisha@example.org', welcome: '', held: [7, 14], at: 15.25, minutes: 90, people: 16 },
    ],
  },
  {
    name: 'Fjord Meetings',
    kind: 'vendor',
    locale: 'de',
    timeZone: 'Europe/Oslo',
    people: [{ email: 'vendor@example.org', name: 'Lars Haugen', role: 'owner', who: 'a reseller' }],
    binned: [],
    rooms: [
      {
        ...quiet,
        name: 'Kundengespräche',
        owner: 'vendor@example.org',
        welcome: '',
        lobby: true,
        held: [2, 4],
        at: 9,
        minutes: 30,
        people: 4,
      },
    ],
  },
  {
    name: 'Hafen Music School',
    kind: 'customer',
    locale: 'en-US',
    timeZone: 'Europe/Oslo',
    from: { vendor: 'Fjord Meetings', grant: { rooms: 10, people: 12, meetingsAtOnce: 3, peopleAtOnce: 80, recordingGb: 10 } },
    people: [{ email: 'ingrid@example.org', name: 'Ingrid Solberg', role: 'owner', who: null }],
    binned: [],
    rooms: [
      {
        ...quiet,
        name: 'Open rehearsal',
        owner: 'ingrid@example.org',
        welcome: 'Please mute while the orchestra plays.',
        held: [1, 4, 8],
        at: 16,
        minutes: 75,
        people: 17,
      },
      {
        ...quiet,
        name: 'Violin lessons',
        owner: 'ingrid@example.org',
        welcome: '',
        lobby: true,
        held: [2, 3, 9, 10],
        at: 13.5,
        minutes: 30,
        people: 1,
      },
    ],
  },
  {
    name: 'أكاديمية النور',
    kind: 'customer',
    locale: 'ar',
    timeZone: 'Asia/Amman',
    people: [{ email: 'salma@example.org', name: 'سلمى الخطيب', role: 'owner', who: 'owner of an academy, in Arabic' }],
    binned: [],
    rooms: [
      {
        ...quiet,
        name: 'اللغة العربية ٧',
        owner: 'salma@example.org',
        welcome: 'أهلاً بكم',
        held: [1, 6],
        at: 11,
        minutes: 50,
        people: 12,
        recorded: [
          {
            name: 'القراءة الأولى',
            back: 1,
            state: 'published',
            visibility: 'account',
            views: 12,
            keepDays: null,
            words: 'academy',
          },
        ],
      },
    ],
  },
];
