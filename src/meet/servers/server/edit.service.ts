/** Adding a server and changing what the operator says of it. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import type { ServerItem } from '../server-views.contract.ts';
import type { NewServerInput, ServerChange } from '../servers.contract.ts';
import { changedFields } from '../server-form.rules.ts';
import { askNow, note, notPossible } from './actions.service.ts';
import { isAsked } from '../servers.rules.ts';
import { addressOf, canonical } from './address.service.ts';
import { itemFor, mustFind } from './list.service.ts';
import { mustManage, type PoolNeighbours } from './pool-view.service.ts';
import {
  changeRevision,
  everyServer,
  insertServer,
  lockPool,
  type NewServer,
  serverById,
  type ServerRow,
} from './servers.queries.ts';
import { secretPurpose } from './servers.service.ts';

/** The address that calls are made to. Throws `invalid_input` naming the field. */
function addressFrom(typed: string): string {
  const address = addressOf(typed);
  if (address === null) throw new Failure('invalid_input', { fields: { 'body.url': 'url' } });
  return address;
}

/** Throws `name_taken` or `url_taken` when another server has it; retired ones keep their name but not their address. */
async function mustBeFree(
  tx: Db,
  wish: { id: string | null; name?: string | undefined; url?: string | undefined },
): Promise<void> {
  const others = (await everyServer(tx)).filter((row) => row.id !== wish.id);
  if (wish.name !== undefined && others.some((row) => row.name.toLowerCase() === wish.name?.toLowerCase()))
    throw new Failure('name_taken', { fields: { 'body.name': 'taken' } });
  if (wish.url !== undefined && others.some((row) => row.state !== 'retired' && canonical(row.url) === wish.url))
    throw new Failure('url_taken', { fields: { 'body.url': 'taken' } });
}

type OptionalFields<T> = { [K in keyof T]?: T[K] | undefined };
const said = (input: OptionalFields<NewServerInput>): Partial<NewServer> => {
  const { name, hash, region, tags, pools, multiplier, maxMeetings, maxPeople, maintenance, note: words } = input;
  return {
    ...(name === undefined ? {} : { name }),
    ...(hash === undefined ? {} : { hash }),
    ...(region === undefined ? {} : { region: region === '' ? null : region }),
    ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
    ...(pools === undefined ? {} : { pools: [...new Set(pools)] }),
    ...(multiplier === undefined ? {} : { multiplier }),
    ...(maxMeetings === undefined ? {} : { maxMeetings }),
    ...(maxPeople === undefined ? {} : { maxPeople }),
    ...(maintenance === undefined ? {} : { maintenance: windowsOf(maintenance) }),
    ...(words === undefined ? {} : { note: words }),
  };
};

function windowsOf(windows: NonNullable<NewServerInput['maintenance']>) {
  if (windows.some((one) => one.to <= one.from))
    throw new Failure('invalid_input', { fields: { 'body.maintenance': 'not_a_window' } });
  return windows.toSorted((a, b) => a.from - b.from);
}

/** Writes a new server that nobody asked yet; it is `disabled` until its first answer. */
export async function insertNew(ctx: Ctx, tx: Db, input: NewServerInput): Promise<string> {
  const url = addressFrom(input.url);
  await mustBeFree(tx, { id: null, name: input.name, url });
  const id = newId(ctx.now());
  const at = new Date(ctx.now());
  await insertServer(tx, {
    ...said(input),
    id,
    name: input.name,
    kind: 'bbb',
    url,
    secretSealed: ctx.secrets.seal(secretPurpose, input.secret),
    state: 'disabled',
    stateReason: 'new',
    health: 'unknown',
    directJoin: false,
    createdAt: at,
    changedAt: at,
  });
  const server = await serverById(tx, id);
  if (server === null) throw new Error('the server was not stored');
  await note(ctx, tx, { server, event: { kind: 'added', was: null, became: 'disabled', reason: 'new' }, action: 'added' });
  return id;
}

export async function add(ctx: Ctx, input: NewServerInput, neighbours: PoolNeighbours): Promise<ServerItem> {
  mustManage(ctx);
  const id = await ctx.system.write(async (tx) => {
    await lockPool(tx);
    return insertNew(ctx, tx, input);
  });
  await askNow(ctx, await mustFind(ctx, id));
  return itemFor(ctx, id, neighbours);
}

/** Null when its key is lost: every secret is another one then. */
const storedSecret = (ctx: Ctx, server: ServerRow): string | null => openIfKnown(ctx.secrets, secretPurpose, server.secretSealed);

type ServerDifference = { url: string | null; secret: string | null; next: Partial<NewServer>; fields: string[] };

/** What a change would write: the new address and secret when they are others, and the names of all that differs. */
function difference(ctx: Ctx, server: ServerRow, change: OptionalFields<NewServerInput>): ServerDifference {
  const typed = change.url === undefined ? null : addressFrom(change.url);
  const url = typed === canonical(server.url) ? null : typed;
  const secret = change.secret === undefined || change.secret === storedSecret(ctx, server) ? null : change.secret;
  const next = said(change);
  return {
    url,
    secret,
    next,
    fields: [...(url === null ? [] : ['url']), ...(secret === null ? [] : ['secret']), ...changedFields(server, next)],
  };
}

/** Names of the fields that a change would write. An address that is none counts as a new one. */
export function differing(ctx: Ctx, server: ServerRow, change: OptionalFields<NewServerInput>): string[] {
  const { url, ...rest } = change;
  const isNone = url !== undefined && addressOf(url) === null;
  return isNone ? ['url', ...difference(ctx, server, rest).fields] : difference(ctx, server, change).fields;
}

// what was known of it was known of another address
const unknown = { health: 'unknown', healthReason: null, failures: 0, successes: 0, answerMs: null, clockSkewMs: null } as const;

/** Writes what differs. `recheck`: it has to be asked again. Throws `conflict`, `name_taken`, `url_taken`, `not_possible`. */
export async function writeChange(
  ctx: Ctx,
  tx: Db,
  { server, change }: { server: ServerRow; change: ServerChange },
): Promise<'same' | 'recheck'> {
  const { url, secret, next, fields } = difference(ctx, server, change);
  // the program itself gives its engine a name, an address and a secret each time it starts
  if (server.kind === 'engine' && ['url', 'secret', 'name', 'hash'].some((field) => fields.includes(field)))
    throw notPossible('engine');
  if (url !== null && server.meetings > 0) throw notPossible('has_meetings');
  if (server.revision !== change.revision) throw new Failure('conflict');
  if (fields.length === 0) return 'same';
  await mustBeFree(tx, { id: server.id, name: next.name, url: url ?? undefined });
  const recheck = url !== null || secret !== null || fields.includes('hash');
  const whole: Partial<NewServer> = {
    ...next,
    ...(url === null ? {} : { url }),
    ...(secret === null ? {} : { secretSealed: ctx.secrets.seal(secretPurpose, secret) }),
    ...(recheck ? unknown : {}),
  };
  if (!(await changeRevision(tx, { id: server.id, revision: change.revision }, whole))) throw new Failure('conflict');
  const changed = await serverById(tx, server.id);
  if (changed === null) throw new Failure('conflict');
  const event = { kind: 'changed', was: null, became: null, reason: fields.join(',') } as const;
  await note(ctx, tx, { server: changed, event, action: 'changed' });
  return recheck ? 'recheck' : 'same';
}

export async function edit(
  ctx: Ctx,
  { id, change }: { id: string; change: ServerChange },
  neighbours: PoolNeighbours,
): Promise<ServerItem> {
  mustManage(ctx);
  const reached = await ctx.system.write(async (tx) => {
    await lockPool(tx);
    const server = await mustFind(ctx, id);
    if (server.state === 'retired') throw notPossible('state');
    return writeChange(ctx, tx, { server, change });
  });
  const server = await mustFind(ctx, id);
  if (reached === 'recheck' && isAsked(server)) await askNow(ctx, server);
  return itemFor(ctx, id, neighbours);
}
