import type { Plants } from './planted-house.ts';

const knownFaults = {
  names: { 'src/meet/rooms/grown.rules.ts': 1, 'src/meet/rooms/gone.rules.ts': 2 },
  comments: { 'src/meet/rooms/server/wordy.rules.ts': 1 },
};
const crowd = Array.from({ length: 61 }, (_, index): [string, [string, RegExp?]] => [
  `src/kit/crowd/part-${index}.ts`,
  [`export const part${index} = ${index};\n`],
]);

/** Violations of the rules of words and shape, and titles of commits. */
export const plantedWords: Record<string, Plants> = {
  words: {
    'scripts/known-faults.json': [
      JSON.stringify(knownFaults),
      /known-faults\.json allows more in src\/meet\/rooms\/gone\.rules\.ts than there is/,
    ],
    'src/meet/rooms/single.rules.ts': [
      `type Asked = { slug: string };\nexport const single = (room: Asked) => room.slug;\n`,
      /single\.rules\.ts:1 is named "Asked"/,
    ],
    'src/meet/rooms/verb.rules.ts': [`export function answer() {}\n`, /verb\.rules\.ts:1 is named "answer"/],
    'src/meet/rooms/grown.rules.ts': [
      `export type Place = 1;\nexport type Seat = 2;\n`,
      /^src\/meet\/rooms\/grown\.rules\.ts has 2 faults of the kind "names", 1 allowed/,
    ],
    'src/meet/rooms/odd.rules.ts': [
      `/** Whoever asks is told. */\nexport const odd = 'whoever // told';\n`,
      /odd\.rules\.ts:1 says "Whoever"/,
    ],
    'src/meet/rooms/server/wordy.rules.ts': [
      `// told twice, told\nexport const wordy = 1;\n`,
      /^src\/meet\/rooms\/server\/wordy\.rules\.ts has 2 faults of the kind "comments", 1 allowed/,
    ],
    'src/meet/rooms/server/deep/wordy.rules.ts': [
      `// told once, as its namesake may\nexport const wordy = 1;\n`,
      /deep\/wordy\.rules\.ts:1 says "told"/,
    ],
    'src/meet/rooms/ui/odd.css': [`/* Made anew. */\n`, /odd\.css:1 says "anew"/],
    'src/meet/rooms/text/hi.json': [
      `{\n  "list": {\n    "title": "कमरे"\n  }\n}\n`,
      /hi\.json:3 says "कमरे"; docs\/glossary\.md has "रूम"/,
    ],
  },
  shape: {
    'src/meet/rooms/ui/list.css': [
      `@media (pointer: coarse), (max-width: 560px) {\n}\n`,
      /list\.css:1 changes the layout at 560px/,
    ],
    ...Object.fromEntries(crowd),
    'src/kit/crowd/the-last.ts': ['export const last = 1;\n', /^src\/kit\/crowd\/\S+ is file 62 of src\/kit\/crowd/],
  },
  tables: {
    'migrations/0001_first.sql': [
      `create table accounts (id uuid);\ncreate table rooms (id uuid);\nCREATE TABLE lost (id uuid);\ncreate table gone (id uuid);\n`,
      /table lost has no owner/,
    ],
    'migrations/0002_second.sql': [`drop table gone;\n`],
    'src/core/accounts/server/accounts.table.ts': [`export const accounts = pgTable('accounts', {});\n`],
    'src/core/accounts/server/accounts.sql.ts': ['export const accountsSql = sql`(select id from accounts)`;\n'],
    'src/meet/rooms/server/rooms.table.ts': [`export const rooms = pgTable(\n  'rooms',\n  {},\n);\n`],
    'src/meet/rooms/server/own.queries.ts': [
      'export const own = sql`select 1 from rooms join ${accountsSql} accounts on true`;\n',
    ],
    'src/meet/rooms/server/join.queries.ts': [
      'export const joined = sql`select 1 from rooms join accounts a on a.id = ${1}`;\n',
      /join\.queries\.ts:1 reads accounts of core\/accounts/,
    ],
    'src/meet/rooms/server/typed.queries.ts': [
      'export const typed = sql<string>`\n  with x as (select 1) delete from accounts`;\n',
      /typed\.queries\.ts:1 writes accounts/,
    ],
    'src/meet/rooms/server/text.queries.ts': [
      `export const text = client.query('update accounts set id = null');\n`,
      /text\.queries\.ts:1 writes accounts/,
    ],
    'src/meet/rooms/server/named.queries.ts': [
      `export const named = sql.identifier('accounts');\n`,
      /named\.queries\.ts:1 reads accounts/,
    ],
    'src/meet/rooms/server/piece.queries.ts': ['export const piece = sql`accounts a`;\n', /piece\.queries\.ts:1 reads accounts/],
    'src/app/cli/page.ts': ['export const page = sql`select 1 from rooms`;\n', /page\.ts:1 reads rooms of meet\/rooms/],
    'src/meet/rooms/server/free.test.ts': ['export const free = sql`select 1 from accounts`;\n'],
    'scripts/known-faults.json': [
      JSON.stringify({ tables: { 'meet/rooms/server/fewer.queries.ts': 1 } }),
      /allows more in meet\/rooms\/server\/fewer/,
    ],
  },
  commits: {
    'scripts/commits-since.txt': ['HEAD~3', /"fix\(rooms\): keeps the slug" begins with "keeps"/],
    '.git': [
      'Begin\nfix(rooms): keep the slug\nRooms keep their slug\nfix(rooms): keeps the slug',
      /"Rooms keep their slug" is not of the form/,
    ],
  },
};
