/**
 * Regenerates `e2e/card-provider/shapes/shapes.json`: `node scripts/card-shapes.ts <fixtures3.json> [commit]`. What an object, a request and an event consist of is
 * read from the declarations of the provider's own library, which are written from its published description at the version that we pin; the
 * provider's published examples (`openapi/fixtures3.json` of stripe/openapi) say beside it what an object really has.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { typeReader } from '../e2e/card-provider/shapes/declarations.ts';
import type { Fields, Shapes } from '../e2e/card-provider/shapes/shape.ts';
import { events, objects, parts, requests } from '../e2e/card-provider/shapes/wanted.ts';

const [fixturesFile, commit = ''] = process.argv.slice(2);
if (fixturesFile === undefined) throw new Error('which fixtures3.json?');
const root = path.resolve(import.meta.dirname, '..');
const library = path.join(root, 'node_modules/stripe');
const read = typeReader(path.join(library, 'esm/resources'), new Set(parts));

type Known = null | string | number | boolean | Known[] | { [name: string]: Known };
const isObject = (value: Known | undefined): value is { [name: string]: Known } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (value: Known): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** What an example has: its own fields, and those of the parts that are kept. */
function exampleOf(value: { [name: string]: Known }, at: string): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const part = `${at}.${name}`;
      return [name, isObject(one) && parts.includes(part) ? { is: 'object', fields: exampleOf(one, part) } : kindOf(one)];
    }),
  );
}

/** Of the kinds of events only those that are wanted here. */
const described = Object.fromEntries(Object.entries(objects).map(([name, place]) => [name, read(place, name)]));
const ofEvents = { ...described['event'], type: events.map((type) => `'${type}'`).join('|') };

const resources: { [name: string]: Known } = JSON.parse(fs.readFileSync(fixturesFile, 'utf8')).resources;
const { version }: { version: string } = JSON.parse(fs.readFileSync(path.join(library, 'package.json'), 'utf8'));
const shapes: Shapes = {
  source: {
    library: `stripe ${version}`,
    description: fs.readFileSync(path.join(library, 'OPENAPI_VERSION'), 'utf8').trim(),
    api: /ApiVersion = '([^']+)'/.exec(fs.readFileSync(path.join(library, 'esm/apiVersion.js'), 'utf8'))?.[1] ?? '',
    examples: `stripe/openapi ${commit}`.trim(),
    licence: 'MIT, Copyright (c) Stripe, Inc.',
  },
  objects: { ...described, event: ofEvents },
  requests: Object.fromEntries(Object.entries(requests).map(([call, place]) => [call, place === null ? {} : read(place, call)])),
  events: Object.fromEntries(events.map((type) => [type, read.event(type)])),
  examples: Object.fromEntries(
    Object.keys(objects).flatMap((name) => {
      const found = resources[name];
      return isObject(found) ? [[name, exampleOf(found, name)]] : [];
    }),
  ),
};
const file = path.join(root, 'e2e/card-provider/shapes/shapes.json');
fs.writeFileSync(file, JSON.stringify(shapes));
execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' });
