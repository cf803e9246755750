import { long } from './planted-house.ts';
import type { Plants } from './planted-house.ts';

/** Violations inside one file. */
export const plantedCode: Record<string, Plants> = {
  types: {
    'src/meet/rooms/ui/reach.part.tsx': [
      `import { now } from '#kit/server/clock.ts';\nexport const reach = now;\n`,
      /ui\/reach\.part\.tsx.*TS6307|server\/clock\.ts' is not listed/,
    ],
    'src/meet/rooms/server/view.service.ts': [
      `import { RoomsScreen } from '#meet/rooms/ui/rooms.screen.tsx';\nexport const view = RoomsScreen;\n`,
      /rooms\.screen\.tsx' is not listed/,
    ],
    'src/meet/rooms/dom.rules.ts': [`export const width = () => document.body.clientWidth;\n`, /dom\.rules\.ts.*TS2584/],
    'src/meet/rooms/node.rules.ts': [`export const home = () => process.cwd();\n`, /node\.rules\.ts.*TS2591/],
    'src/meet/rooms/kinds.rules.ts': [`export enum Kind {\n  Open,\n}\n`, /kinds\.rules\.ts.*TS1294/],
    'packages/bbb/src/nosy.ts': [`import { idLength } from '#kit/ids.ts';\nexport const nosy = idLength;\n`, /nosy\.ts.*TS2307/],
    'src/meet/rooms/loose.rules.ts': [`export const first = (list: string[]): string => list[0];\n`, /loose\.rules\.ts.*TS2322/],
  },
  expressions: {
    'src/meet/rooms/tags.rules.ts': [
      `export const isTagged = (text: string) => /^(<!--[^]*?-->\\s*)*<svg/.test(text);\n`,
      /tags\.rules\.ts:1 .* is exponential, for instance over/,
    ],
    'src/meet/rooms/blanks.rules.ts': [
      `export const trimmed = (text: string) => text.replace(/\\s+$/, '');\n`,
      /blanks\.rules\.ts:1 .* is polynomial/,
    ],
  },
  lint: {
    'src/meet/rooms/server/environment.service.ts': [
      `export const port = () => process.env.PORT;\n`,
      /environment\.service\.ts.*noProcessEnv/,
    ],
    'src/meet/rooms/usual.rules.ts': [`export default 1;\n`, /usual\.rules\.ts.*noDefaultExport/],
    'src/meet/rooms/loose.rules.ts': [`export const loose = (value: any) => value;\n`, /loose\.rules\.ts.*noExplicitAny/],
    'src/meet/rooms/sure.rules.ts': [
      `export const sure = (value?: string) => value!.length;\n`,
      /sure\.rules\.ts.*noNonNullAssertion/,
    ],
    'src/meet/rooms/long.rules.ts': [
      long(301, (index) => `export const n${index} = ${index};`),
      /long\.rules\.ts.*noExcessiveLinesPerFile/,
    ],
    'src/meet/rooms/wide.rules.ts': [
      `export function wide(n: number) {\n${long(62, (index) => `  if (n === ${index}) return ${index + 1};`)}\n}\n`,
      /wide\.rules\.ts.*noExcessiveLinesPerFunction/,
    ],
    'src/meet/rooms/many.rules.ts': [
      `export const many = (a: number, b: number, c: number, d: number) => a + b + c + d;\n`,
      /many\.rules\.ts.*useMaxParams/,
    ],
    'src/meet/rooms/BadName.rules.ts': [`export const bad = 1;\n`, /BadName\.rules\.ts.*useFilenamingConvention/],
    'src/meet/rooms/egg.rules.ts': [
      `import { hen } from '#meet/rooms/hen.rules.ts';\nexport const egg = () => hen;\n`,
      /egg\.rules\.ts.*noImportCycles/,
    ],
    'src/meet/rooms/hen.rules.ts': [
      `import { egg } from '#meet/rooms/egg.rules.ts';\nexport const hen = () => egg;\n`,
      /hen\.rules\.ts.*noImportCycles/,
    ],
    'src/meet/rooms/barrel.rules.ts': [
      `export * from '#meet/rooms/rooms.contract.ts';\n`,
      /barrel\.rules\.ts.*no(BarrelFile|ReExportAll)/,
    ],
    'src/meet/rooms/server/floating.service.ts': [
      `const save = async () => 1;\nexport function floating() {\n  save();\n}\n`,
      /floating\.service\.ts.*noFloatingPromises/,
    ],
    'src/meet/rooms/server/misused.service.ts': [
      `const save = async () => true;\nexport const misused = () => (save() ? 1 : 2);\n`,
      /misused\.service\.ts.*noMisusedPromises/,
    ],
    'src/meet/rooms/server/talk.service.ts': [`export const talk = () => console.log('x');\n`, /talk\.service\.ts.*noConsole/],
    'src/meet/rooms/unused.rules.ts': [
      `import { slugLength } from '#meet/rooms/rooms.contract.ts';\nexport const unused = 1;\n`,
      /unused\.rules\.ts.*noUnusedImports/,
    ],
  },
  format: { 'src/meet/rooms/ugly.rules.ts': [`export const ugly = {a:1,\nb  :2}\n`, /ugly\.rules\.ts/] },
  names: {
    'src/meet/rooms/index.ts': ['', /rooms\/index\.ts is a drawer/],
    'src/kit/utils.ts': ['', /kit\/utils\.ts is a drawer/],
    'src/kit/helpers/dates.ts': ['', /helpers\/dates\.ts is a drawer/],
    'src/meet/rooms/server/rooms.manager.ts': ['', /rooms\.manager\.ts has no kind/],
    'src/meet/rooms/rooms.service.ts': ['', /rooms\/rooms\.service\.ts has no kind/],
    'src/meet/rooms/ui/Rooms.screen.tsx': ['', /Rooms\.screen\.tsx has no kind/],
    'src/meet/rooms/model/rooms.rules.ts': ['', /model\/rooms\.rules\.ts stands in no place/],
    'src/meet/rooms/text/words.json': ['{}', /words\.json is not a text file/],
  },
  source: {
    'src/meet/rooms/ui/stripped-schema.hook.ts': [
      `export const readRoom = (text: string) => roomsCalls.create.body?.safeParse(text);\n`,
      /reads "body" of a call/,
    ],
    'src/meet/rooms/ui/stripped-query.hook.ts': [`const { path, query } = roomsCalls.list;\n`, /reads "query" of a call/],
    'src/meet/rooms/ui/sent-path.hook.ts': [`export const roomsPath = roomsCalls.list.path;\n`],
    'e2e/idle.e2e.ts': [`export const how = { waitUntil: 'networkidle' };\n`, /idle\.e2e\.ts:1 waits for a silent network/],
    'src/sales/billing/rounded.rules.ts': [
      `export const half = (total: number) => Math.round(total / 2);\n`,
      /rounded\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/scaled.rules.ts': [
      `export const taxed = (price: { net: number }) => price.net * 1.19;\nexport const fine = (net: bigint, tax: bigint) => net * 2n + tax;\n`,
      /scaled\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/summed.rules.ts': [
      `export const sum = (one: { amount: bigint }, all: number) => all + Number(one.amount);\n`,
      /summed\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/averaged.rules.ts': [
      `export const middle = (one: { amount: number }, other: { amount: number }) => (one.amount + other.amount) / 2;\n`,
      /averaged\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/shared.rules.ts': [
      `export const each = (one: { amount: number }, seats: number) => (one.amount * seats) / 100;\n`,
      /shared\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/percent.rules.ts': [
      `export const off = (cents: number) => cents * 0.19;\n`,
      /percent\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/folded.rules.ts': [
      `export const part = (lines: readonly { amount: number }[]) => lines.reduce((all, one) => all + one.amount, 0) / 3;\n`,
      /folded\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/told.rules.ts': [
      `export const taxed = (sum: bigint) => Number(sum) * 1.19;\n`,
      /told\.rules\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/ui/scaled.hook.ts': [
      `export const scaled = (one: { amount: number }, share: number) => one.amount * share;\n`,
      /scaled\.hook\.ts:1 calculates an amount/,
    ],
    'src/sales/billing/written.rules.ts': [
      `export const written = (amount: number) => amount.toFixed(2);\n`,
      /written\.rules\.ts:1 calculates an amount/,
    ],
    'src/meet/rooms/cast.rules.ts': [
      `export const fine = ['a'] as const;\n\nexport const cast = (value: unknown) => value as string;\n`,
      /cast\.rules\.ts:3 casts/,
    ],
    'src/meet/rooms/short-cast.rules.ts': [
      `export const proven = (value: unknown) =>\n  // cast: whoever calls this has tested the value before\n  value as string;\n\n// cast: x\nexport const cast = (value: unknown) => value as string;\n`,
      /short-cast\.rules\.ts:6 casts/,
    ],
    'src/meet/rooms/old-cast.rules.ts': [
      `export const cast = (value: unknown) => <string>value;\n`,
      /old-cast\.rules\.ts:1 casts/,
    ],
    'src/meet/rooms/flag.rules.ts': [
      `export function save(name: string, quietly: boolean) {\n  return [name, quietly];\n}\n`,
      /flag\.rules\.ts:1 takes a boolean/,
    ],
    'src/meet/rooms/default-flag.rules.ts': [
      `export const save = (name: string, quietly = false) => [name, quietly];\n`,
      /default-flag\.rules\.ts:1 takes a boolean/,
    ],
    'src/meet/rooms/state.rules.ts': [
      `// ünï\nlet count = 0;\nexport const next = () => ++count;\n`,
      /state\.rules\.ts:2 keeps state/,
    ],
    'src/meet/rooms/memory.rules.ts': [`export const memory = new Map<string, string>();\n`, /memory\.rules\.ts:1 keeps state/],
    'src/meet/rooms/server/quiet.service.ts': [
      `export async function quiet(log: { warn(e: unknown): void }) {\n  try {\n    await Promise.reject(new Error('x'));\n  } catch (error) {\n    log.warn(error);\n  }\n}\n`,
      /quiet\.service\.ts:4 catches/,
    ],
    'src/connect/lti/launch.rules.ts': [
      `import * as z from 'zod/mini';\n// null: a platform says so that it wants none\nexport const fine = z.nullable(z.string());\nexport const claims = z.object({ name: z.optional(z.string()) });\n`,
      /launch\.rules\.ts:4 tells absent/,
    ],
    'src/meet/rooms/server/asked.service.ts': [
      `import { outbound } from '#kit/server/http/outbound.ts';\nimport * as z from 'zod/mini';\nexport const ask = outbound;\nexport const shape = z.object({ name: z.nullish(z.string()) });\n`,
      /asked\.service\.ts:4 tells absent/,
    ],
    'src/meet/rooms/later.rules.ts': [`// TO${'DO'}: later\nexport const later = 1;\n`, /later\.rules\.ts:1 leaves work/],
  },
};
