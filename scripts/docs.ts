/** Documents that are made from the code: the tables of the configuration and the glossary. `--write` brings them up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTable } from '../src/kit/server/config/config-table.ts';
import { glossaryDocument, readGlossary } from './glossary.ts';

const root = resolve(import.meta.dirname, '..');
const guide = resolve(root, 'docs/operator-guide.md');

const cell = (text: string) => text.replaceAll('|', '\\|');

function configDocument(): string {
  const rows = Object.values(configTable).map((one) => `| \`${one.env}\` | ${cell(one.about)} | ${cell(one.standard)} |`);
  return ['| variable | what | default |', '|---|---|---|', ...rows].join('\n');
}

const environmentHead = `# Every setting, with its default. Copy this file to .env, set what you need, and start with
#   set -a; . ./.env; set +a; npm start
# or use it as an EnvironmentFile of systemd, or with docker run --env-file.
`;

/** Every variable, commented out. */
function environmentExample(): string {
  const rows = Object.values(configTable).map((one) => `# ${one.about}\n# Default: ${one.standard}\n#${one.env}=\n`);
  return [environmentHead, ...rows].join('\n');
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
    [resolve(root, 'docs/glossary.md'), glossaryDocument(readGlossary(root))],
    [resolve(root, '.env.example'), environmentExample()],
  ]);
}

if (process.argv.includes('--write')) for (const [file, text] of documents()) writeFileSync(file, text);
