import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { screenHashes } from './screen-hashes.ts';

const plug = (name: string, title: string) => `import { defineDomain } from '#kit/domain.ts';
export const ${name}Domain = defineDomain({
  name: 'meet/${name}',
  screens: [{ name: '${name}', path: '/${name}', title: '${title}', access: 'user' }],
});
`;
const composed = (name: string) =>
  `  '${name}': { screen: () => import('#meet/${name}/ui/${name}.screen.tsx').then(async ({ make }) => make(await slotsOf())) },
`;
const table = (rows: string) => `const slotsOf = () => import('./shell/slots/slots.ts');
const composedScreens: object = {
${rows}};
`;
const screen = (name: string) =>
  `import texts from '../text/en-US.json' with { type: 'json' };
import { row } from '#kit/ui/row.ts';
import { limit } from '../${name}.rules.ts';
import s from './${name}.module.css';
const Dialog = () => import('./dialog.part.tsx');
export const make = (slots: object) => () => <p className={s.line}>{texts.hello}{row}{limit}{String(Dialog)}{String(slots)}</p>;
`;

/** The smallest product: two domains with a screen each, the frames, the kit. */
const product: Readonly<Record<string, string>> = {
  'src/app/routes.tsx': table(composed('rooms') + composed('plans')),
  'src/app/shell/slots/slots.ts': 'export const slots = () => 1;',
  'src/app/browser.tsx': `import { rows } from './routes.tsx';\nexport const app = rows;`,
  'src/app/render.tsx': 'export const render = 1;',
  'src/app/demo/demo.ts': 'export const sample = 1;',
  'src/app/shell/frames/app-frame.tsx': `export const Frame = () => <main>{'rooms.title'}</main>;`,
  'src/app/shell/frames/public-frame.tsx': 'export const Frame = () => <main/>;',
  'src/kit/ui/row.ts': 'export const row = 1;',
  ...Object.fromEntries(
    ['rooms', 'plans'].flatMap((name) => [
      [`src/meet/${name}/${name}.domain.ts`, plug(name, `${name}.title`)],
      [`src/meet/${name}/ui/${name}.screen.tsx`, screen(name)],
      [`src/meet/${name}/ui/${name}.module.css`, '.line { color: red; }'],
      [`src/meet/${name}/ui/dialog.part.tsx`, `export const ${name} = () => <b/>;`],
      [`src/meet/${name}/${name}.rules.ts`, 'export const limit = 1;'],
      [`src/meet/${name}/server/${name}.service.ts`, `export const list = '${name}';`],
      [`src/meet/${name}/text/en-US.json`, JSON.stringify({ title: name, hello: 'Hello', mail: { a: { subject: 'A' } } })],
      [`src/meet/${name}/text/ar.json`, JSON.stringify({ title: name, hello: 'مرحبا' })],
    ]),
  ),
};

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});
function written(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'atrium-screens-'));
  roots.push(root);
  for (const [file, text] of Object.entries(product)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}
const examples = ['rooms', 'plans'].map((name) => ({ name, route: name, signedIn: 'yes' as const, example: {} }));
const hashesOf = async (root: string) => Object.fromEntries(await screenHashes(root, { examples, checker: ['1'] }));

/** The screens whose hash another text of the file changes. */
async function changedBy(file: string, edit: (text: string) => string): Promise<string[]> {
  const root = written();
  const before = await hashesOf(root);
  writeFileSync(path.join(root, file), edit(readFileSync(path.join(root, file), 'utf8')));
  const after = await hashesOf(root);
  return Object.keys(before).filter((name) => before[name] !== after[name]);
}
const add = (text: string) => (before: string) => `${before}\n${text}`;

test('two copies in different folders are the same', async () =>
  expect(await hashesOf(written())).toEqual(await hashesOf(written())));

test.each([
  ['its style', 'src/meet/rooms/ui/rooms.module.css', () => '.line { color: grey; }'],
  ['its code', 'src/meet/rooms/ui/rooms.screen.tsx', (text: string) => text.replace('<p', '<p hidden')],
  ['a part that it loads later', 'src/meet/rooms/ui/dialog.part.tsx', () => 'export const rooms = () => <i/>;'],
  ['its Arabic text', 'src/meet/rooms/text/ar.json', (text: string) => text.replace('مرحبا', 'أهلا')],
  ['rules that it reads', 'src/meet/rooms/rooms.rules.ts', () => 'export const limit = 2;'],
  ['its row', 'src/meet/rooms/rooms.domain.ts', (text: string) => text.replace("'/rooms'", "'/all-rooms'")],
])('%s changes a screen alone', async (_what, file, edit) => expect(await changedBy(file, edit)).toEqual(['rooms']));

test.each([
  ['what screens share', 'src/kit/ui/row.ts', () => 'export const row = 2;'],
  ['the frame', 'src/app/shell/frames/app-frame.tsx', (text: string) => text.replace('<main>', '<main hidden>')],
  ['a title that the frame names', 'src/meet/rooms/text/en-US.json', (text: string) => text.replace('"rooms"', '"My rooms"')],
  ['sample data', 'src/app/demo/demo.ts', () => 'export const sample = 2;'],
  ['slots of both', 'src/app/shell/slots/slots.ts', () => 'export const slots = () => 2;'],
])('%s changes every screen', async (_what, file, edit) => expect(await changedBy(file, edit)).toEqual(['rooms', 'plans']));

test.each([
  ['another route', 'src/app/routes.tsx', (text: string) => text.replace('};', `${composed('more')}};`)],
  ['a comment and a type', 'src/meet/rooms/ui/rooms.screen.tsx', add('// why\ntype Other = string;')],
  ['the words of mails', 'src/meet/rooms/text/en-US.json', (text: string) => text.replace('"A"', '"B"')],
  ['its service', 'src/meet/rooms/server/rooms.service.ts', () => "export const list = 'none';"],
  ['a comment of rules that it reads', 'src/meet/rooms/rooms.rules.ts', add('/** Lists. */')],
  ['a frame that others have', 'src/app/shell/frames/public-frame.tsx', () => 'export const Frame = () => <div/>;'],
])('%s changes none', async (_what, file, edit) => expect(await changedBy(file, edit)).toEqual([]));

test('a moved file changes none, another import of the same name does', async () => {
  const root = written();
  const before = await hashesOf(root);
  mkdirSync(path.join(root, 'src/kit/ui/table'));
  renameSync(path.join(root, 'src/kit/ui/row.ts'), path.join(root, 'src/kit/ui/table/row.ts'));
  for (const { name } of examples) {
    const file = path.join(root, `src/meet/${name}/ui/${name}.screen.tsx`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('ui/row.ts', 'ui/table/row.ts'));
  }
  expect(await hashesOf(root)).toEqual(before);
  writeFileSync(path.join(root, 'src/kit/ui/other.ts'), 'export const row = 3;');
  const file = path.join(root, 'src/meet/rooms/ui/rooms.screen.tsx');
  writeFileSync(file, readFileSync(file, 'utf8').replace('ui/table/row.ts', 'ui/other.ts'));
  const { rooms, plans } = await hashesOf(root);
  expect([rooms === before['rooms'], plans === before['plans']]).toEqual([false, true]);
});

test('a row that cannot be found is an error', async () => {
  const unknown = [{ name: 'x', route: 'x', signedIn: 'no' as const, example: {} }];
  await expect(screenHashes(written(), { examples: unknown, checker: [] })).rejects.toThrow('no source of the route x');
});
