/** The lists that one may subscribe to. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { ListView, newsletterListsCalls } from '../lists.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import { hasOpenCampaign } from './campaigns.queries.ts';
import { allLists, insertList, listCounts, lockLists, setList } from './lists.queries.ts';
import { newsletterEditorOf } from './newsletter-editor.service.ts';

type NewsletterListsCalls = typeof newsletterListsCalls;

async function views(db: Db): Promise<ListView[]> {
  const [rows, counts] = [await allLists(db), await listCounts(db)];
  return rows.map(({ id, names, descriptions, rhythms, archivedAt, revision }) => ({
    ...{ id, names, descriptions, rhythms, revision, archived: archivedAt !== null },
    confirmed: counts.get(id)?.confirmed ?? 0,
    pending: counts.get(id)?.pending ?? 0,
  }));
}
async function viewOne(db: Db, id: string): Promise<ListView> {
  const found = (await views(db)).find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

export async function listLists(ctx: Ctx): Promise<ResultIn<NewsletterListsCalls['list']>> {
  newsletterEditorOf(ctx);
  return { items: await views(ctx.system.read) };
}

const deed = (action: string, id: string) => ({ action: `newsletter.${action}`, subjectKind: 'newsletter_list', subjectId: id });

export async function createList(ctx: Ctx, body: Parsed<NewsletterListsCalls['create']>['body']): Promise<ListView> {
  newsletterEditorOf(ctx);
  const at = new Date(ctx.now());
  const id = newId(ctx.now());
  return ctx.system.write(async (tx) => {
    const all = await lockLists(tx);
    if (all.length >= newsletterLimits.lists) throw new Failure('too_many', { data: { most: newsletterLimits.lists } });
    await insertList(tx, { id, ...body, position: all.length, archivedAt: null, revision: 1, createdAt: at, updatedAt: at });
    await record(ctx, tx, deed('list-created', id));
    return viewOne(tx, id);
  });
}

type ListEditing = { id: string; body: Parsed<NewsletterListsCalls['edit']>['body'] };
export async function editList(ctx: Ctx, { id, body }: ListEditing): Promise<ListView> {
  newsletterEditorOf(ctx);
  const { revision, names, descriptions, rhythms, archived } = body;
  const at = new Date(ctx.now());
  return ctx.system.write(async (tx) => {
    const all = await lockLists(tx);
    const row = all.find((one) => one.id === id);
    if (row === undefined) throw notFound();
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    if (archived === true && (await hasOpenCampaign(tx, id))) throw new Failure('list_in_use');
    await setList(tx, id, {
      ...(names === undefined ? {} : { names }),
      ...(descriptions === undefined ? {} : { descriptions }),
      ...(rhythms === undefined ? {} : { rhythms }),
      ...(archived === undefined ? {} : { archivedAt: archived ? (row.archivedAt ?? at) : null }),
      updatedAt: at,
    });
    await record(ctx, tx, deed(archived === true ? 'list-archived' : 'list-edited', id));
    return viewOne(tx, id);
  });
}
