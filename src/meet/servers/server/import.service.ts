/** The pool as text: read with a dry run before anything is written, and written without secrets. */
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { type ImportedServer, type ImportTrouble, readServers, writeServers } from '../server-import.rules.ts';
import type { ServerImport } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { askNow } from './actions.service.ts';
import { addressOf, canonical } from './address.service.ts';
import { differing, insertNew, writeChange } from './edit.service.ts';
import { mustManage } from './pool-view.service.ts';
import { changeServer, everyServer, lockPool, serverById, type ServerRow } from './servers.queries.ts';

type PlannedServer = { said: ImportedServer; server: ServerRow | null; fields: string[] };
type ImportPlan = { planned: PlannedServer[]; trouble: ImportTrouble[] };

/** A server is known by its name, or else by its address, so that one can be renamed. */
function knownAs(said: ImportedServer, url: string | null, rows: readonly ServerRow[]): ServerRow | null {
  const byName = rows.find((row) => row.name.toLowerCase() === said.name.toLowerCase());
  return byName ?? rows.find((row) => canonical(row.url) === url) ?? null;
}

/** What may be changed by text; whether it takes meetings is not said again of a server that is known. */
function changeOf({ line: _line, state: _state, ...fields }: ImportedServer) {
  return fields;
}

function troubleWith(said: ImportedServer, server: ServerRow | null, url: string | null): [string, string | null] | null {
  if (url === null) return ['not_an_address', 'url'];
  if (server === null) return said.secret === undefined ? ['no_secret', 'secret'] : null;
  if (server.state === 'retired') return ['retired', 'name'];
  return null;
}

function planOf(ctx: Ctx, text: string, rows: readonly ServerRow[]): ImportPlan {
  const { servers, trouble } = readServers(text);
  const planned: PlannedServer[] = [];
  const taken = new Map<string, string>();
  for (const said of servers) {
    const url = addressOf(said.url);
    const server = knownAs(said, url, rows);
    const wrong = troubleWith(said, server, url);
    const double =
      url !== null &&
      (taken.has(url) || rows.some((row) => row !== server && row.state !== 'retired' && canonical(row.url) === url));
    if (wrong !== null) trouble.push({ line: said.line, server: said.name, code: wrong[0], field: wrong[1] });
    else if (double) trouble.push({ line: said.line, server: said.name, code: 'url_taken', field: 'url' });
    if (url !== null) taken.set(url, said.name);
    const fields = server === null ? [] : differing(ctx, server, changeOf(said));
    const fixed = server?.kind === 'engine' && fields.some((field) => ['name', 'url', 'secret'].includes(field));
    if (fixed) trouble.push({ line: said.line, server: said.name, code: 'engine', field: null });
    planned.push({ said, server, fields });
  }
  return { planned, trouble };
}

async function writeOne(ctx: Ctx, tx: Db, { said, server, fields }: PlannedServer): Promise<string | null> {
  const { maintenance, ...rest } = changeOf(said);
  const change = { ...rest, ...(maintenance === undefined ? {} : { maintenance }) };
  if (server !== null) {
    if (fields.length > 0) await writeChange(ctx, tx, { server, change: { ...change, revision: server.revision } });
    return null;
  }
  const { secret = '' } = said;
  const id = await insertNew(ctx, tx, { ...change, secret });
  // one that was out elsewhere stays out until somebody says otherwise
  if (said.state === 'disabled') await changeServer(tx, id, { stateReason: 'by_hand' });
  return id;
}

function told(plan: ImportPlan, mode: ServerImport['mode']): ServerImport {
  const known = plan.planned.filter((one) => one.server !== null);
  return {
    mode,
    added: plan.planned.filter((one) => one.server === null).map((one) => one.said.name),
    changed: known.filter((one) => one.fields.length > 0).map((one) => ({ name: one.said.name, fields: one.fields })),
    unchanged: known.filter((one) => one.fields.length === 0).map((one) => one.said.name),
    trouble: plan.trouble.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  };
}

/** New servers are asked at once, some at a time, as when they are added by hand. */
async function askNewOnes(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const width = 10;
  for (let at = 0; at < ids.length; at += width)
    await Promise.all(
      ids.slice(at, at + width).map(async (id) => {
        const server = await serverById(ctx.system.read, id);
        if (server !== null && server.stateReason === 'new') await askNow(ctx, server);
      }),
    );
}

/** All or nothing: with any trouble the answer is that of a dry run. */
export async function importText(ctx: Ctx, input: { text: string; mode: 'dry' | 'write' }): Promise<ServerImport> {
  mustManage(ctx);
  if (input.mode === 'dry') return told(planOf(ctx, input.text, await everyServer(ctx.system.read)), 'dry');
  const { answer, fresh } = await ctx.system.write(async (tx) => {
    await lockPool(tx);
    const plan = planOf(ctx, input.text, await everyServer(tx));
    if (plan.trouble.length > 0) return { answer: told(plan, 'dry'), fresh: [] };
    const ids: string[] = [];
    for (const one of plan.planned) {
      const id = await writeOne(ctx, tx, one);
      if (id !== null) ids.push(id);
    }
    const result = told(plan, 'written');
    const data = { added: result.added.length, changed: result.changed.length };
    await record(ctx, tx, { action: 'servers.imported', subjectKind: 'server', subjectId: null, data });
    return { answer: result, fresh: ids };
  });
  await askNewOnes(ctx, fresh);
  return answer;
}

export async function exportText(ctx: Ctx): Promise<ResultIn<typeof serversCalls.exportText>> {
  mustManage(ctx);
  // the engine is made by the program itself, wherever the text is read
  const rows = (await everyServer(ctx.system.read)).filter((row) => row.kind === 'bbb' && row.state !== 'retired');
  const text = writeServers(
    rows.map(({ name, url, hash, region, tags, pools, multiplier, maxMeetings, maxPeople, note, maintenance, state }) => ({
      ...{ name, url, hash, region, tags, pools, multiplier, maxMeetings, maxPeople, note, maintenance },
      state: state === 'enabled' ? 'enabled' : 'disabled',
    })),
  );
  return { fileName: `servers-${new Date(ctx.now()).toISOString().slice(0, 10)}.yaml`, text };
}
