/** One question to every domain: each answers from its own list, by its own rules of who may see what. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findKeptPeople, listKept } from '#core/accounts/server/directory.service.ts';
import { findFiles } from '#core/files/server/list.service.ts';
import { list as listMembers } from '#core/iam/server/members.service.ts';
import { list as listMeetings } from '#meet/meetings/server/meetings.service.ts';
import { list as listRecordings } from '#meet/recordings/server/list.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { mustManage } from '#meet/servers/server/pool-view.service.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { list as listSold } from '#sales/billing/server/all-invoices.service.ts';
import { list as listInvoices } from '#sales/billing/server/invoices.service.ts';
import type { InvoiceItem } from '#sales/billing/invoices.contract.ts';
import { list as listPlans } from '#sales/plans/server/plans.service.ts';
import { listIssues } from '#talk/tickets/server/issues.service.ts';
import { listTickets } from '#talk/tickets/server/tickets.service.ts';
import { listPosts } from '#publish/blog/server/posts.service.ts';
import { type SearchHit, type SearchKind, searchKinds } from '../search.contract.ts';

const most = 5;
const page = { limit: most };

type Wish = Pick<SearchHit, 'id' | 'name'> & Partial<SearchHit>;
type SearchSource = (ctx: Ctx, q: string) => Promise<Wish[]>;

const accounts: SearchSource = async (ctx, search) => {
  const { items } = await listKept(ctx, { search, ...page });
  return items.map(({ row, owner }) => ({ id: row.id, name: row.name, detail: owner?.email ?? null }));
};

const members: SearchSource = async (ctx, search) => {
  const { items } = await listMembers(ctx, { search, ...page });
  return items
    .filter(({ kind }) => kind === 'member')
    .map(({ id, name, email, signInName }) => ({ id, name, detail: email ?? signInName }));
};

const customersPeople: SearchSource = async (ctx, search) => {
  const own = actorOf(ctx).accountId;
  const people = await findKeptPeople(ctx, search, most);
  return people
    .filter(({ accountId }) => accountId !== own)
    .map(({ id, name, email, account }) => ({ id, name, detail: `${email} · ${account}`, side: 'theirs' }));
};

const recordings: SearchSource = async (ctx, search) => {
  const { items } = await listRecordings(ctx, { view: 'all', sort: 'recent', search, ...page });
  return items.map(({ recordId, name, room, account, startedAt }) => ({
    ...{ id: recordId, name, at: startedAt },
    detail: account?.name ?? room?.name ?? null,
  }));
};

const meetings: SearchSource = async (ctx, search) => {
  const { items } = await listMeetings(ctx, { view: 'account', search, ...page });
  return items.map(({ id, name, account, room, startedAt, createdAt }) => ({
    ...{ id, name, at: startedAt ?? createdAt },
    detail: account?.name ?? room?.name ?? null,
  }));
};

const invoiceHit = ({ id, number, accountName, currency, total, issueDate }: InvoiceItem): Wish[] =>
  number === null
    ? []
    : [
        {
          ...{ id, name: number, detail: accountName, amount: { minor: total, currency } },
          at: issueDate === null ? null : Date.parse(issueDate),
        },
      ];
const invoices: SearchSource = async (ctx, search) => (await listInvoices(ctx, { search, ...page })).items.flatMap(invoiceHit);
const soldInvoices: SearchSource = async (ctx, search) => {
  const { items } = await listSold(ctx, { search, ...page });
  const side = actorOf(ctx).accountKind === 'vendor' ? 'sold' : 'theirs';
  return items.flatMap(invoiceHit).map((hit) => ({ ...hit, side }));
};

const issues: SearchSource = async (ctx, search) => {
  const { items } = await listIssues(ctx, { whose: 'account', state: 'all', search: search.replace(/^#/, ''), ...page });
  return items.map(({ id, number, subject, requester, updatedAt }) => ({
    ...{ id, name: subject, detail: `#${number} · ${requester.name}`, at: updatedAt },
  }));
};
const tickets: SearchSource = async (ctx, search) => {
  const { items } = await listTickets(ctx, { queue: 'all', search, ...page });
  return items.map(({ id, number, subject, account, updatedAt }) => ({
    ...{ id, name: subject, detail: `#${number} · ${account.name}`, at: updatedAt, side: 'theirs' },
  }));
};

const servers: SearchSource = async (ctx, search) => {
  mustManage(ctx);
  const word = search.toLowerCase();
  const rows = await serverList(ctx);
  return rows
    .filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(word))
    .slice(0, most)
    .map(({ id, name, url }) => ({ id, name, detail: URL.canParse(url) ? new URL(url).host : null }));
};

const plans: SearchSource = async (ctx, search) =>
  (await listPlans(ctx, { search, ...page })).items.map(({ id, name }) => ({ id, name }));

const posts: SearchSource = async (ctx, search) => {
  const { items } = await listPosts(ctx, { search, ...page });
  return items.map(({ id, title, authorName, updatedAt }) => ({ id, name: title, detail: authorName, at: updatedAt }));
};

const files: SearchSource = async (ctx, search) =>
  (await findFiles(ctx, search, most)).map(({ id, name, changedAt }) => ({ id, name, at: changedAt }));

const sources: Readonly<Record<SearchKind, readonly SearchSource[]>> = {
  ...{ account: [accounts], person: [members, customersPeople], recording: [recordings], meeting: [meetings] },
  ...{ invoice: [invoices, soldInvoices], ticket: [issues, tickets], server: [servers], plan: [plans] },
  ...{ post: [posts], file: [files] },
};

const hidden = new Set(['not_allowed', 'not_found', 'limit_reached', 'acting_for_somebody']);
/** A list that this person may not see has nothing for them. */
async function answerOf(source: SearchSource, ctx: Ctx, q: string): Promise<Wish[]> {
  try {
    return await source(ctx, q);
  } catch (error) {
    if (error instanceof Failure && hidden.has(error.code)) return [];
    throw error;
  }
}

export async function find(ctx: Ctx, q: string): Promise<SearchHit[]> {
  actorOf(ctx);
  const answers = await Promise.all(
    searchKinds.map(async (kind) => {
      const hits = (await Promise.all(sources[kind].map((source) => answerOf(source, ctx, q)))).flat();
      return hits.slice(0, most).map((hit): SearchHit => ({ kind, detail: null, at: null, amount: null, side: 'own', ...hit }));
    }),
  );
  return answers.flat();
}
