import type { Plants } from './planted-house.ts';

/** Violations between files: imports, texts, packages, leftovers. */
export const plantedLinks: Record<string, Plants> = {
  walls: {
    'src/kit/server/nosy.ts': [
      `import { slugLength } from '#meet/rooms/rooms.contract.ts';\nexport const nosy = slugLength;\n`,
      /nosy\.ts → .*\(kit-knows-no-domain\)/,
    ],
    'src/meet/rooms/server/shown.service.ts': [
      `import { sampleRoom } from './sample/shown.sample.ts';\nexport const shown = sampleRoom;\n`,
      /shown\.service.*\(samples-only-from-samples\)/,
    ],
    'src/meet/rooms/server/sample/shown.sample.ts': [`export const sampleRoom = 1;\n`, /shown/],
    'src/meet/rooms/server/composer.service.ts': [
      `import { domains } from '#app/domains.ts';\nexport const composer = domains;\n`,
      /composer.*\(only-app-composes\)/,
    ],
    'src/meet/rooms/rooms.domain.ts': [
      `import { RoomsScreen } from '#meet/rooms/ui/rooms.screen.tsx';\nexport const roomsDomain = RoomsScreen;\n`,
      /rooms\.domain.*\(domain-loads-lazily\)/,
    ],
    'src/meet/meetings/meetings.domain.ts': [
      `import { roomsDomain } from '#meet/rooms/rooms.domain.ts';\nexport const meetingsDomain = { rooms: roomsDomain, load: () => import('./ui/foreign.part.tsx') };\n`,
      /meetings\.domain.*\(plugs-only-from-the-list\)/,
    ],
    'packages/bbb/src/nosy.ts': [
      `import { idLength } from '../../../src/kit/ids.ts';\nexport const nosy = idLength;\n`,
      /bbb\/src\/nosy\.ts → .*\(packages-know-no-app\)/,
    ],
    'packages/bbb/src/engine.ts': [
      `import { note } from '../../engine/protocol/notes.ts';\nexport const engine = note;\n`,
      /bbb\/src\/engine\.ts → .*\(bbb-knows-no-engine\)/,
    ],
    'packages/engine/protocol/notes.ts': [
      `import { look } from '../ui/look.ts';\nexport const note = look;\n`,
      /notes\.ts → .*\(engine-protocol-stands-alone\)/,
    ],
    'packages/engine/ui/look.ts': [
      `import { idLength } from '../../../src/kit/ids.ts';\nexport const look = idLength;\n`,
      /ui\/look\.ts → .*\(packages-know-no-app\)/,
    ],
    'packages/engine/server/media.ts': [`export const media = 1;\n`],
    'src/meet/meetings/server/inside.service.ts': [
      `import { media } from '../../../../packages/engine/server/media.ts';\nexport const inside = media;\n`,
      /inside.*\(engine-is-a-process\)/,
    ],
    'src/core/accounts/server/rank.service.ts': [
      `import { listRooms } from '#meet/rooms/server/rooms.service.ts';\nexport const rank = listRooms;\n`,
      /rank.*\(rank-core-accounts\)/,
    ],
    'src/core/accounts/type.rules.ts': [
      `import type { slugLength } from '#meet/rooms/rooms.contract.ts';\nexport type Length = typeof slugLength;\n`,
      /type\.rules\.ts → .*\(rank-core-accounts\)/,
    ],
    'src/meet/rooms/ui/reach.part.tsx': [
      `import { listRooms } from '#meet/rooms/server/rooms.service.ts';\nexport const reach = listRooms;\n`,
      /reach.*\(ui-not-server\)/,
    ],
    'src/meet/rooms/server/view.service.ts': [
      `import { RoomsScreen } from '#meet/rooms/ui/rooms.screen.tsx';\nexport const view = RoomsScreen;\n`,
      /view.*\(server-not-ui\)/,
    ],
    'src/meet/rooms/deep.rules.ts': [
      `import { listRooms } from '#meet/rooms/server/rooms.service.ts';\nexport const deep = listRooms;\n`,
      /deep.*\(root-is-neutral\)/,
    ],
    'src/app/render.tsx': [
      `import { now } from '#kit/server/clock.ts';\nexport const render = now;\n`,
      /render\.tsx → .*\(pages-not-server\)/,
    ],
    'src/meet/meetings/server/meetings.queries.ts': [
      `import { findRooms } from '#meet/rooms/server/rooms.queries.ts';\nexport const stolen = findRooms;\n`,
      /meetings\.queries.*\(foreign-server\)/,
    ],
    'src/meet/meetings/server/join.queries.ts': [
      `import { rooms } from '#meet/rooms/server/rooms.table.ts';\nexport const join = rooms;\n`,
      /join\.queries.*\(foreign-table\)/,
    ],
    'src/core/accounts/server/accounts.sql.ts': [`export const accountsSql = '(select id from accounts)';\n`],
    'src/meet/rooms/server/owner.queries.ts': [
      `import { accountsSql } from '#core/accounts/server/accounts.sql.ts';\nexport const owner = accountsSql;\n`,
    ],
    'src/meet/rooms/server/raw.service.ts': [
      `import { accountsSql } from '#core/accounts/server/accounts.sql.ts';\nexport const raw = accountsSql;\n`,
      /raw\.service.*\(published-sql-only-in-queries\)/,
    ],
    'src/meet/rooms/server/sql.service.ts': [
      `import { rooms } from '#meet/rooms/server/rooms.table.ts';\nexport const sql = rooms;\n`,
      /sql\.service.*\(sql-only-in-queries\)/,
    ],
    'src/meet/meetings/server/meetings.factory.ts': [`export const aMeeting = () => ({ name: 'Standup' });\n`],
    'src/meet/rooms/server/early.test.ts': [
      `import { aMeeting } from '#meet/meetings/server/meetings.factory.ts';\nexport const early = aMeeting;\n`,
    ],
    'src/meet/meetings/server/made-up.service.ts': [
      `import { aMeeting } from '#meet/meetings/server/meetings.factory.ts';\nexport const madeUp = aMeeting;\n`,
      /made-up.*\(factories-only-from-tests\)/,
    ],
    'src/meet/rooms/server/mixed.service.ts': [
      `import { rooms, type RoomRow } from '#meet/rooms/server/rooms.table.ts';\nexport const mixed: RoomRow = rooms;\n`,
      /mixed\.service.*\(sql-only-in-queries\)/,
    ],
    'src/meet/rooms/server/builder.service.ts': [
      `import { eq } from 'drizzle-orm';\nexport const builder = eq;\n`,
      /builder.*\(drizzle-only-in-queries\)/,
    ],
    'src/meet/meetings/ui/foreign.part.tsx': [
      `import { card } from '#meet/rooms/ui/card.part.tsx';\nexport const foreign = card;\n`,
      /foreign\.part.*\(foreign-ui\)/,
    ],
    'src/meet/rooms/ui/card.part.tsx': [
      `import { RoomsScreen } from '#meet/rooms/ui/rooms.screen.tsx';\nexport const card = RoomsScreen;\n`,
      /card.*\(screens-only-from-app\)/,
    ],
    'src/app/proof/testing.ts': [`export const world = 1;\n`],
    'src/app/borrow.ts': [
      `import { world } from '#app/proof/testing.ts';\nexport const borrow = world;\n`,
      /borrow\.ts → .*\(testing-only-from-tests\)/,
    ],
    'src/meet/meetings/server/peek.test.ts': [
      `import { findRooms } from '#meet/rooms/server/rooms.queries.ts';\nexport const peek = findRooms;\n`,
      /peek.*\(foreign-server-in-tests\)/,
    ],
    'src/meet/rooms/server/missing.service.ts': [
      `import { gone } from '#meet/rooms/gone.rules.ts';\nexport const missing = gone;\n`,
      /missing.*\(unresolved\)/,
    ],
    'src/meet/secret/secret.rules.ts': [`export const secret = 1;\n`],
    'src/app/secret.ts': [
      `import { secret } from '#meet/secret/secret.rules.ts';\nexport const shown = secret;\n`,
      /secret\.ts → .*\(domain-is-listed\)/,
    ],
    'src/app/tool.ts': [
      `import { chromium } from 'playwright-core';\nexport const tool = chromium;\n`,
      /tool\.ts → .*\(no-development-packages\)/,
    ],
  },
  text: {
    'scripts/text-allowed.json': [
      JSON.stringify([{ text: 'A text of yesterday', reason: 'It was the same in every language.' }]),
      /"A text of yesterday" is not a text any more/,
    ],
    'src/meet/rooms/text/en-US.json': [
      JSON.stringify({
        list: {
          title: 'Rooms',
          count: '{n, plural, one {# room of {name}} other {# rooms of {name}}}',
          dead: 'Nobody says this',
        },
        kept: 'Kept',
      }),
      /"list\.dead" is used nowhere/,
    ],
    'src/meet/rooms/text/ar.json': [
      JSON.stringify({ list: { title: 'غرفة', count: '{n, plural, one {غرفة {name}} other {# {name}}}', dead: 'ا' }, kept: 'ب' }),
      /ar\.json "list\.count" \{n\} lacks the plural form few, many, two, zero/,
    ],
    'src/meet/rooms/text/de.json': [
      JSON.stringify({ list: { title: 'Räume', count: '{n, plural, one {# Raum} other {# Räume}}', dead: 'Nie' }, kept: 'Da' }),
      /de\.json "list\.count" takes \{n\}, English takes \{n\}, \{name\}|de\.json "list\.count" takes/,
    ],
    'src/meet/rooms/text/fr.json': [
      JSON.stringify({
        list: { title: 'Salles', count: '{n, plural, one {# salle de {name}} other {# salles de {name}}}', dead: 'Jamais' },
      }),
      /fr\.json lacks "kept"/,
    ],
    'src/meet/rooms/text/es.json': [
      JSON.stringify({
        list: { title: 'Rooms', count: '{n, plural, one {# sala de {name}} other {# salas de {name}}}', dead: 'Nunca' },
        kept: 'Sí',
      }),
      /es\.json "list\.title" is the same as in English/,
    ],
    'src/meet/rooms/text/tr.json': [
      JSON.stringify({
        list: { title: 'Odalar', count: '{n, plural, one {# {name}} other {# {name}}', dead: 'Hiç' },
        kept: 'Var',
      }),
      /tr\.json "list\.count" cannot be read/,
    ],
    'src/meet/rooms/text/ru.json': [
      JSON.stringify({
        list: {
          title: 'Комнаты',
          count: '{n, plural, one {# {name}} few {# {name}} many {# {name}} other {# {name}}}',
          dead: 'Никто',
          more: 'Ещё',
        },
        kept: 'Есть',
      }),
      /ru\.json has "list\.more", which English has not/,
    ],
    'src/meet/meetings/text/en-US.json': [`{}`, /meet\/meetings\/text\/ar\.json is missing/],
    'src/meet/rooms/ui/words.part.tsx': [`export const words = (key: string) => ['list.count', 'kept', key];\n`],
  },
  licences: {
    'package-lock.json': [
      JSON.stringify({
        packages: {
          'node_modules/greedy': { license: 'AGPL-3.0-only' },
          'node_modules/tool': { dev: true, license: 'GPL-3.0' },
          'node_modules/both': { license: '(GPL-2.0 OR MIT)' },
        },
      }),
      /^greedy has the licence "AGPL-3\.0-only"/,
    ],
  },
  leftovers: {
    'src/kit/forgotten.ts': [`export const forgotten = 1;\n`, /forgotten\.ts/],
    'src/meet/rooms/server/half.service.ts': [`export const half = 1;\n`, /half\.service\.ts/],
  },
};
