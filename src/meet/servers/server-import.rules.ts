/** Servers as YAML: our own list, and the map that Scalelite keeps. Read with the line of everything that cannot be used. */
import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type YAMLMap } from 'yaml';
import * as z from 'zod/mini';
import { isBlank } from '#kit/lenient.ts';
import type { ServerImport } from './server-views.contract.ts';
import { hashes, serverLimits } from './servers.rules.ts';

export type ImportTrouble = ServerImport['trouble'][number];
const words = z.array(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._-]{0,39}$/)));
// null: our own lists write it where a server has no limit
const count = z.nullable(z.int().check(z.gte(1), z.lte(1_000_000)));
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const filled = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

/** Every field of our own format. Times of maintenance are ISO 8601. */
const ours = {
  name: filled(serverLimits.name),
  url: filled(300),
  secret: filled(200),
  hash: z.enum(hashes),
  // null: our own lists write it where a server has no region
  region: z.nullable(text(60)),
  tags: words.check(z.maxLength(serverLimits.words)),
  pools: words.check(z.maxLength(serverLimits.words)),
  multiplier: z.number().check(z.gte(serverLimits.multiplier.min), z.lte(serverLimits.multiplier.max)),
  maxMeetings: count,
  maxPeople: count,
  note: text(2000),
  maintenance: z
    .array(
      z.object({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }), note: z._default(text(200), '') }),
    )
    .check(z.maxLength(serverLimits.windows)),
  state: z.enum(['enabled', 'disabled']),
};
// null: what is blank was taken out of the pairs before, so only absence is left
const read = z.partial(z.object(ours));
type ReadServer = z.output<typeof read>;
/** `state`: what a new server becomes when it answers; `disabled` keeps it out. */
export type ImportedServer = Omit<ReadServer, 'name' | 'url' | 'maintenance'> & {
  name: string;
  url: string;
  line: number;
  maintenance?: { from: number; to: number; note: string }[];
};
export type ImportRead = { servers: ImportedServer[]; trouble: ImportTrouble[] };

/** Fields of Scalelite and what they are called here; null: informational only. */
const foreign: Readonly<Record<string, string | null>> = {
  load_multiplier: 'multiplier',
  tag: 'tags',
  enabled: 'state',
  id: null,
  load: null,
  online: null,
  increment_counter: null,
  state: null,
};
const isOurs = (field: string): field is keyof typeof ours => Object.hasOwn(ours, field);

type ServerNode = { node: YAMLMap; name: string | null; line: number; scalelite: 'yes' | 'no' };

function foreignValue(field: string, value: unknown): unknown {
  if (field === 'enabled') return value === false || value === 'false' ? 'disabled' : 'enabled';
  if (field === 'tag') return typeof value === 'string' && value !== '' ? [value] : [];
  return field === 'load_multiplier' && typeof value === 'string' ? Number(value) : value;
}

/** Fields in which nothing is a value of its own; every other one that is blank is not there. */
const clearable: Readonly<Record<string, null | ''>> = { region: null, maxMeetings: null, maxPeople: null, note: '' };
const givenValue = (field: string, value: unknown): unknown => (isBlank(value) ? clearable[field] : value);

type FieldPair = { field: string; value: unknown; line: number };
function pairsOf(place: ServerNode, lineOf: (offset: number | undefined) => number): FieldPair[] {
  return place.node.items.map((pair) => {
    const key = isScalar(pair.key) ? pair.key : null;
    const field = String(key?.value ?? '');
    const plain: unknown = place.node.get(field);
    const value: unknown = isMap(plain) || isSeq(plain) ? plain.toJSON() : plain;
    return { field, value, line: key === null ? place.line : lineOf(key.range?.[0]) };
  });
}

/** One server from its pairs; what cannot be used is added to `trouble`. */
function serverFrom(place: ServerNode, pairs: readonly FieldPair[], trouble: ImportTrouble[]): ImportedServer | null {
  const values: Record<string, unknown> = place.name === null ? {} : { name: place.name };
  const lines = new Map<string, number>();
  const called = pairs.find((one) => one.field === 'name')?.value;
  const name = place.name ?? (typeof called === 'string' ? called : null);
  for (const { field, value, line } of pairs) {
    const known = place.scalelite === 'yes' && Object.hasOwn(foreign, field) ? foreign[field] : field;
    if (known === null) continue;
    if (known === undefined || !isOurs(known)) trouble.push({ line, server: name, code: 'unknown_field', field });
    else {
      const given = givenValue(known, known === field ? value : foreignValue(field, value));
      if (given !== undefined) values[known] = given;
      lines.set(known, line);
    }
  }
  for (const field of ['name', 'url'])
    if (values[field] === undefined) trouble.push({ line: place.line, server: name, code: 'missing', field });
  const result = z.safeParse(read, values);
  if (!result.success) {
    const fields = new Set(result.error.issues.map((issue) => String(issue.path[0] ?? '')));
    for (const field of fields) trouble.push({ line: lines.get(field) ?? place.line, server: name, code: 'invalid', field });
    return null;
  }
  const { name: given, url, maintenance, ...rest } = result.data;
  if (given === undefined || url === undefined) return null;
  const windows = maintenance?.map((one) => ({ from: Date.parse(one.from), to: Date.parse(one.to), note: one.note }));
  if (windows?.some((one) => one.to <= one.from) === true)
    trouble.push({ line: lines.get('maintenance') ?? place.line, server: given, code: 'ends_first', field: 'maintenance' });
  return { ...rest, name: given, url, line: place.line, ...(windows === undefined ? {} : { maintenance: windows }) };
}

function placesOf(root: unknown, lineOf: (offset: number | undefined) => number): ServerNode[] | null {
  const listed: unknown = isMap(root) ? root.get('servers') : root;
  if (isSeq(listed))
    return listed.items.flatMap((node) =>
      isMap(node) ? [{ node, name: null, line: lineOf(node.range?.[0]), scalelite: 'no' as const }] : [],
    );
  if (!isMap(listed)) return null;
  return listed.items.flatMap(({ key, value }) =>
    isScalar(key) && isMap(value)
      ? [{ node: value, name: String(key.value), line: lineOf(key.range?.[0]), scalelite: 'yes' as const }]
      : [],
  );
}

function doubles(servers: readonly ImportedServer[]): ImportTrouble[] {
  const seen = new Set<string>();
  return servers.flatMap(({ name, line }) => {
    const known = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    return known ? [{ line, server: name, code: 'twice', field: 'name' }] : [];
  });
}

/**
 * Reads `servers:` as a list (ours) or as a map of names (Scalelite's). Codes of trouble: `not_yaml`, `no_servers`,
 * `unknown_field`, `missing`, `invalid`, `ends_first`, `twice`.
 */
export function readServers(yaml: string): ImportRead {
  const lines = new LineCounter();
  // aliases could make a small text huge
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, stringKeys: true, merge: false });
  const lineOf = (offset: number | undefined) => lines.linePos(offset ?? 0).line;
  const broken = document.errors.map((error) => ({ line: lineOf(error.pos[0]), server: null, code: 'not_yaml', field: null }));
  if (broken.length > 0) return { servers: [], trouble: broken };
  const places = placesOf(document.contents, lineOf);
  if (places === null || places.length === 0)
    return { servers: [], trouble: [{ line: null, server: null, code: 'no_servers', field: null }] };
  const trouble: ImportTrouble[] = [];
  const servers = places.flatMap((place) => serverFrom(place, pairsOf(place, lineOf), trouble) ?? []);
  return { servers, trouble: [...trouble, ...doubles(servers)] };
}

export type ExportedServer = Required<Omit<ReadServer, 'secret' | 'maintenance'>> & {
  maintenance: readonly { from: number; to: number; note: string }[];
};

/** Our format, ready to be read again; secrets are never written, a server that is known keeps the one it has. */
export function writeServers(servers: readonly ExportedServer[]): string {
  const iso = (at: number) => new Date(at).toISOString();
  const list = servers.map(({ maintenance, ...server }) => ({
    ...server,
    maintenance: maintenance.map(({ from, to, note }) => ({ from: iso(from), to: iso(to), note })),
  }));
  return stringify({ servers: list });
}
