import { expect, test } from 'vitest';
import { sourceOf, withFiles, withSources } from './vite-screens.ts';
import { compiled, filesOf, namespacesOf, titlesOf, screenWords } from './vite-text.ts';

const root = process.cwd();

test('each row of the route table learns where its screen stands', () => {
  expect(withFiles("{ name: 'a', screen: () => import('#meet/rooms/ui/rooms.screen.tsx') }", 'src/app')).toContain(
    'file: "src/meet/rooms/ui/rooms.screen.tsx", screen: ()',
  );
  expect(sourceOf('./shell/cookies.screen.tsx', 'src/app')).toBe('src/app/shell/cookies.screen.tsx');
});

test('each part that is loaded later learns where its source stands', () => {
  const from = 'src/publish/blog/ui';
  expect(withSources("const List = loadable(async () => (await import('./list.part.tsx')).List);", from)).toBe(
    'const List = loadable.from("src/publish/blog/ui/list.part.tsx")(async () => (await import(\'./list.part.tsx\')).List);',
  );
  expect(withSources("Part: loadable<None>(async () => (await import('#core/x.part.tsx')).X)", from)).toContain(
    'loadable.from("src/core/x.part.tsx")<None>(async',
  );
  expect(withSources('loadable(load)', from)).toBe('loadable(load)');
});

test('the namespaces are the folders of texts, each name once', () => {
  const names = namespacesOf(root).map((one) => one.name);
  expect(names).toEqual(expect.arrayContaining(['kit', 'shell']));
  expect(new Set(names).size).toBe(names.length);
});

test('every title of the route table has an English text', () =>
  expect(titlesOf(root)).toMatchObject({ 'cookies.title': 'Cookies and storage' }));

test('a browser gets a language in files: what every page says in one, each other namespace in its own', () => {
  const files = filesOf(root, 'ar');
  expect(Object.keys(files['base'] ?? {}).sort()).toEqual(['kit', 'shell', 'titles']);
  expect(files['base']?.['titles']).toMatchObject({ 'cookies.title': expect.stringMatching(/\p{Script=Arabic}/u) });
  const others = namespacesOf(root).flatMap(({ name }) => (name === 'kit' || name === 'shell' ? [] : [name]));
  expect(Object.keys(files).sort()).toEqual(['base', ...others].sort());
  expect(Object.keys(files['rooms'] ?? {})).toEqual(['rooms']);
});

test('messages are compiled, plain ones stay as they are', () => {
  expect(compiled({ a: 'Hello', b: { c: 'Hi {name}' } })).toEqual({ a: 'Hello', b: { c: ['Hi ', ['name']] } });
});

test('mails stay on the server; what a screen says of mail does not', () => {
  const mail = { issued: { subject: 'Invoice {number}', text: 'Here it is.' } };
  expect(screenWords({ mail, plan: { title: 'Plan' } })).toEqual({ plan: { title: 'Plan' } });
  expect(screenWords({ mail: { host: 'Host', port: 'Port' } })).toEqual({ mail: { host: 'Host', port: 'Port' } });
});
