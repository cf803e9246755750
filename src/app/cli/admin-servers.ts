/** The pool of servers on the operator's command line. */
import fs from 'node:fs';
import type { Client } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bind, localClient } from '#kit/server/http/mount.ts';
import type { ServerImport, ServerItem } from '#meet/servers/server-views.contract.ts';
import { serversCalls } from '#meet/servers/servers.contract.ts';
import { serversHandlers } from '#meet/servers/server/servers.routes.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { type AdminCommand, command, day, type AdminArguments, type AdminOutcome, required } from './admin-command.ts';
import { doors } from '#app/http/doors.ts';
import { serverNeighbours } from '#app/server-neighbours.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

const contract = { servers: serversCalls };
const mounted = bind('servers', serversCalls, serversHandlers(serverNeighbours));
/** The same calls as the operator's pages make, with the same parsing. */
const callsOf = (ctx: Ctx): Client<typeof contract>['servers'] => localClient(contract, { mounted, ctx, doors }).servers;

/** The id of the server of that name or id. */
async function idOf(ctx: Ctx, given: AdminArguments): Promise<string> {
  const wanted = given.id ?? '';
  if (wanted === '') throw new PlainTrouble('Which server? Give its name or its id.');
  const found = (await serverList(ctx)).find((row) => row.id === wanted || row.name === wanted);
  if (found === undefined) throw new PlainTrouble(`There is no server ${wanted}.`);
  return found.id;
}

const rowOf = (one: ServerItem): Record<string, string> => ({
  name: one.name,
  state: one.state,
  health: one.healthReason === null ? one.health : `${one.health} (${one.healthReason})`,
  meetings: String(one.meetings),
  people: String(one.people),
  load: `${one.load} → ${one.predicted}`,
  asked: day(one.checkedAt),
  address: one.url,
});
const shown = (one: ServerItem): AdminOutcome => ({ json: one, rows: [rowOf(one)] });

async function everyPage(ctx: Ctx, given: AdminArguments): Promise<ServerItem[]> {
  const items: ServerItem[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string; search?: string } = { limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    if (given.search !== undefined) query.search = given.search;
    const page: { items: ServerItem[]; next: string | null } = await callsOf(ctx).list({ query });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  return items;
}

const wordsOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function numberOf(given: AdminArguments, name: 'multiplier' | 'size'): number | undefined {
  const text = given[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new PlainTrouble(`--${name} is a number.`);
  return value;
}

const add = command('servers', 'add', {
  takes: '--name … --url … --secret … [--tags a,b --pool p --region r --multiplier 1]',
  about: 'adds a BBB server; it takes meetings when it answers',
  run: async ({ ctx, given }) => {
    const [tags, pools, multiplier] = [wordsOf(given.tags), wordsOf(given.pool), numberOf(given, 'multiplier')];
    const body = { name: required(given, 'name'), url: required(given, 'url'), secret: required(given, 'secret') };
    return shown(
      await callsOf(ctx).add({
        body: {
          ...body,
          ...(tags === undefined ? {} : { tags }),
          ...(pools === undefined ? {} : { pools }),
          ...(given.region === undefined ? {} : { region: given.region }),
          ...(multiplier === undefined ? {} : { multiplier }),
        },
      }),
    );
  },
});

type ServerVerb = 'check' | 'enable' | 'drain' | 'disable' | 'retire';
const acts: readonly [ServerVerb, string][] = [
  ['check', 'asks the server now'],
  ['enable', 'lets it take meetings'],
  ['drain', 'takes no new meetings; disabled by itself when the last one is over'],
  ['disable', 'takes it out; its meetings are not asked about any more'],
  ['retire', 'removes it for good; refused while it has meetings or holds recordings'],
];
const actions = acts.map(([verb, about]) =>
  command('servers', verb, {
    takes: '<name or id>',
    about,
    run: async ({ ctx, given }) => shown(await callsOf(ctx)[verb]({ params: { id: await idOf(ctx, given) } })),
  }),
);

const panic = command('servers', 'panic', {
  takes: '<name or id> --name <its name>',
  about: 'ends every meeting on it and disables it; the name is typed once more',
  run: async ({ ctx, given }) => {
    const id = await idOf(ctx, given);
    const json = await callsOf(ctx).panic({ params: { id }, body: { name: required(given, 'name') } });
    return { json, text: `${json.ended} of ${json.of} meetings ended. ${json.server.name} is disabled.` };
  },
});

function importLines(told: ServerImport): string {
  const lines = [
    ...told.added.map((name) => `new        ${name}`),
    ...told.changed.map((one) => `changed    ${one.name}: ${one.fields.join(', ')}`),
    ...told.unchanged.map((name) => `unchanged  ${name}`),
    ...told.trouble.map(
      (one) =>
        `trouble    line ${one.line ?? '–'}: ${[one.server, one.field, one.code].filter((part) => part !== null).join(' ')}`,
    ),
  ];
  const end = told.mode === 'written' ? 'Written.' : 'Nothing was written. Add --mode write when this is right.';
  return [...lines, told.trouble.length > 0 ? 'Nothing was written.' : end].join('\n');
}

function readText(file: string): string {
  if (!fs.existsSync(file)) throw new PlainTrouble(`There is no file ${file}.`);
  return fs.readFileSync(file, 'utf8');
}

const exchange = [
  command('servers', 'import', {
    takes: '--file servers.yaml [--mode write]',
    about: 'reads our export or a list of Scalelite; without --mode write it only tells what would change',
    run: async ({ ctx, given }) => {
      const mode = given.mode ?? 'dry';
      if (mode !== 'dry' && mode !== 'write') throw new PlainTrouble('--mode is dry or write.');
      const json = await callsOf(ctx).importText({ body: { text: readText(required(given, 'file')), mode } });
      return { json, text: importLines(json) };
    },
  }),
  command('servers', 'export', {
    takes: '[--file servers.yaml]',
    about: 'all servers as YAML, without their secrets',
    run: async ({ ctx, given }) => {
      const json = await callsOf(ctx).exportText({});
      if (given.file === undefined) return { json, text: json.text.trimEnd() };
      fs.writeFileSync(given.file, json.text);
      return { json: { file: given.file }, text: `Written to ${given.file}.` };
    },
  }),
];

const explain = command('placement', 'explain', {
  takes: '[--size 30 --tags a,b --pool p --room <id> --account <id>]',
  about: 'where a meeting would go now, and why the other servers are out',
  run: async ({ ctx, given }) => {
    const [tags, sizeHint] = [wordsOf(given.tags), numberOf(given, 'size')];
    const json = await callsOf(ctx).explain({
      body: {
        ...(sizeHint === undefined ? {} : { sizeHint }),
        ...(tags === undefined ? {} : { tags }),
        ...(given.pool === undefined ? {} : { pool: given.pool }),
        ...(given.room === undefined ? {} : { roomId: given.room }),
        ...(given.account === undefined ? {} : { accountId: given.account }),
      },
    });
    const rows = json.candidates.map((one) => ({
      server: one.name,
      verdict: one.id === json.chosen ? 'chosen' : one.out.length === 0 ? 'possible' : one.out.join(', '),
      load: String(one.load),
      reserved: String(one.reserved),
      predicted: String(one.predicted),
    }));
    return { json, rows };
  },
});

export const serverCommands: readonly AdminCommand[] = [
  command('servers', 'list', {
    takes: '[--search text]',
    about: 'the pool with its health and load',
    run: async ({ ctx, given }) => {
      const items = await everyPage(ctx, given);
      return { json: { items }, rows: items.map(rowOf) };
    },
  }),
  add,
  ...actions,
  panic,
  ...exchange,
  explain,
];
