/** A house as small as can be, with the real walls around it. Each gate must find it clean, and find each planted violation. */
export const house: Record<string, string> = {
  'src/app/domains.ts': `export const domains = [{ name: 'core/accounts' }, { name: 'meet/rooms' }, { name: 'meet/meetings' }];\n`,
  'src/app/main.ts': `import { listRooms } from '#meet/rooms/server/rooms.service.ts';\n\nprocess.stdout.write(listRooms().join());\n`,
  'src/kit/ids.ts': `export const idLength = 12;\n`,
  'src/kit/server/clock.ts': `export const now = () => Date.now();\n`,
  'src/core/accounts/accounts.contract.ts': `import { idLength } from '#kit/ids.ts';\n\nexport const accountIdLength = idLength;\n`,
  'src/core/accounts/server/accounts.table.ts': `export const accounts = { name: 'accounts' };\n`,
  'src/core/accounts/server/accounts.queries.ts': `import { accounts } from '#core/accounts/server/accounts.table.ts';\n\nexport const findAccount = () => accounts.name;\n`,
  'src/core/accounts/server/accounts.service.ts': `import { findAccount } from '#core/accounts/server/accounts.queries.ts';\n\nexport const showAccount = () => findAccount();\n`,
  'src/meet/rooms/rooms.contract.ts': `import { accountIdLength } from '#core/accounts/accounts.contract.ts';\n\nexport const slugLength = accountIdLength;\n`,
  'src/meet/rooms/server/rooms.table.ts': `import { accounts } from '#core/accounts/server/accounts.table.ts';\n\nexport const rooms = { name: 'rooms', owner: accounts };\n\nexport type RoomRow = typeof rooms;\n`,
  'src/meet/rooms/server/rooms.queries.ts': `import { rooms } from '#meet/rooms/server/rooms.table.ts';\n\nexport const findRooms = () => [rooms.name];\n`,
  'src/meet/rooms/server/rooms.service.ts': `import { showAccount } from '#core/accounts/server/accounts.service.ts';\nimport { slugLength } from '#meet/rooms/rooms.contract.ts';\nimport { findRooms } from '#meet/rooms/server/rooms.queries.ts';\nimport type { RoomRow } from '#meet/rooms/server/rooms.table.ts';\n\nexport const nameOf = (room: RoomRow) => room.name;\nexport const listRooms = () => [...findRooms(), showAccount(), String(slugLength)];\n`,
  'src/meet/rooms/ui/rooms.screen.tsx': `import { slugLength } from '#meet/rooms/rooms.contract.ts';\n\nexport function RoomsScreen() {\n  return <p>{['list.title', slugLength].join()}</p>;\n}\n`,
  'src/meet/rooms/ui/rooms.css': `@media (pointer: coarse), (640px <= width < 960px) {\n  b {\n    color: red;\n  }\n}\n@container (width < 220px) {\n  b {\n    color: red;\n  }\n}\n`,
  'packages/bbb/src/xml.ts': `export const xml = '<response/>';\n`,
  'scripts/known-faults.json': `{}\n`,
  'scripts/commits-since.txt': `HEAD\n`,
};
const title = {
  ar: 'غرفة',
  de: 'Räume',
  es: 'Salas',
  fr: 'Salles',
  hi: 'रूम',
  id: 'Ruang',
  ja: '部屋',
  pt: 'Reuniões',
  ru: 'Комнаты',
  tr: 'Odalar',
  ur: 'کمرے',
  zh: '房间',
};
for (const [locale, text] of [['en-US', 'Rooms'], ...Object.entries(title)])
  house[`src/meet/rooms/text/${locale}.json`] = `${JSON.stringify({ list: { title: text } }, null, 2)}\n`;

export const long = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** path → [what stands in it, what the gate must say about it; nothing for a file that only serves another]. */
export type Plants = Record<string, [content: string, found?: RegExp]>;
