/** Documents that are made from the code: the table of the configuration and the API reference. `--write` brings them up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiDocument } from '../src/app/http/api-document.ts';
import { configTable } from '../src/kit/server/config/config-table.ts';

const root = resolve(import.meta.dirname, '..');
const guide = resolve(root, 'docs/operator-guide.md');
const reference = resolve(root, 'docs/api.json');

const cell = (text: string) => text.replaceAll('|', '\\|');

function configDocument(): string {
  const rows = Object.values(configTable).map((one) => `| \`${one.env}\` | ${cell(one.about)} | ${cell(one.standard)} |`);
  return ['| variable | what | default |', '|---|---|---|', ...rows].join('\n');
}

/** File → what it must contain. */
export function documents(): Map<string, string> {
  const text = readFileSync(guide, 'utf8');
  const filled = text.replace(
    /(<!-- config:begin -->\n)[\s\S]*?(<!-- config:end -->)/,
    (_all, begin: string, end: string) => `${begin}${configDocument()}\n${end}`,
  );
  return new Map([
    [guide, filled],
    [reference, `${JSON.stringify(apiDocument(), null, 1)}\n`],
  ]);
}

if (process.argv.includes('--write')) for (const [file, text] of documents()) writeFileSync(file, text);
