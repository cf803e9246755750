import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'PostgreSQL',
  'Python-2.0',
  'WTFPL',
]);
const entry = z.object({ dev: z.optional(z.boolean()), link: z.optional(z.boolean()), license: z.optional(z.string()) });
const lock = z.object({ packages: z.record(z.string(), entry) });
const list = 'docs/licences.md';

/** Everything that goes to customers is permissive, or stands with its terms in docs/licences.md as `name` or `family*`. */
export function checkLicences(root: string): string[] {
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const words = existsSync(join(root, list))
    ? [...readFileSync(join(root, list), 'utf8').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    : [];
  const isListed = (name: string) =>
    words.some((word) => (word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word));
  const shipped = Object.entries(packages).filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link);
  return shipped.flatMap(([path, { license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (isPermissive(license ?? '') || isListed(name)) return [];
    return [`${name} has the licence "${license ?? 'none'}": name it in ${list} with what it asks of us`];
  });
}

/** An SPDX expression (annex D) without nested brackets: one of the parts of an OR, all parts of an AND. */
function isPermissive(expression: string): boolean {
  const bare = expression.replace(/[()]/g, ' ').trim();
  return bare.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((one) => permissive.has(one.trim())));
}
