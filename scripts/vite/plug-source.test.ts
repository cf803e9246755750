import { expect, test } from 'vitest';
import { withoutProperties } from './plug-source.ts';

const shown = (code: string) => withoutProperties(code, ['server', 'http']).replaceAll(/\s+/g, '');

test.each([
  [
    'as the formatter lays it out',
    "  server: async () => {\n    return { jobs: [{ a: '}' }] };\n  },\n  http: [() => import('./server/a.http.ts')],\n",
  ],
  ['in one line', "server: async () => ({ jobs: [] }), http: [() => import('./server/a.http.ts')],"],
  ['indented by tabs', '\t\tserver: load,\n\t\thttp: [],\n'],
])('the side of the server goes, %s', (_how, parts) => {
  const code = `export const roomsDomain = defineDomain({ name: 'meet/rooms',\n${parts} screens: [{ name: 'rooms' }] });`;
  expect(shown(code)).toBe("exportconstroomsDomain=defineDomain({name:'meet/rooms',screens:[{name:'rooms'}]});");
});

test('a plug may end with it, and other objects keep a property of that name', () => {
  const code = "const other = { server: 1 };\nexport const a = defineDomain({ name: 'a', server: load });";
  expect(shown(code)).toBe("constother={server:1};exportconsta=defineDomain({name:'a',});");
});
