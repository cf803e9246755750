import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import { fillOf } from '#kit/colour.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { withoutSecrets } from '#kit/server/log.ts';
import { lookOfAccount } from '#core/accounts/server/look.service.ts';
import { hasMailServer } from '#core/platform/server/platform.service.ts';
import { brandFor, runsOn } from '#core/accounts/server/brand.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { MailRow, outboxCalls } from '../outbox.contract.ts';
import {
  bounceOfStatus,
  CLAIM_SECONDS,
  isFinal,
  MAIL_ACCENT,
  MAIL_ATTEMPTS,
  type MailHeaders,
  statusIn,
} from '../outbox.rules.ts';
import { wants } from './choices.service.ts';
import { waitForClaim } from './claim.service.ts';
import {
  automaticHeaders,
  checkedHeaders,
  fromOf,
  type MailServer,
  mailServer,
  preparedHeaders,
  type SmtpRefusal,
  refusalOf,
} from './mail-server.service.ts';
import { publishBounce, tellWritten } from './outbox.events.ts';
import {
  claimMail,
  countMails,
  insertMail,
  mailById,
  mailCounts,
  mailsPage,
  narrowedMails,
  requeueMail,
  settleMail,
} from './outbox.queries.ts';
import type { MailRecord } from './outbox.table.ts';
import { type AccountMail, accountMails } from './outbox.mail.ts';
import { type MailData, type MailTemplate, renderMail } from './render.mail.ts';
import { returnAddress } from './return-address.service.ts';
import { calendarPart, type MailCalendar, openSealed, sealCalendar, sealedFor } from './sealed-parts.service.ts';

export type { AccountMail, MailTemplate };

export const SEND_JOB = 'outbox.send';

/** The address that people use, without a slash at its end. */
export const siteUrl = (ctx: Ctx): string => ctx.config.publicUrl ?? `http://localhost:${ctx.config.port ?? 3000}`;

/**
 * `template`: one of the account mails by its name, or another domain's own. `path` is where the button leads on this site.
 * `onceKey`: a second mail with the same key is not written.
 */
export type MailOut = {
  template: AccountMail | MailTemplate;
  to: string;
  locale: string;
  data?: MailData;
  /** What it says instead of what is published for it or built in. */
  wording?: MailWording;
  path?: string;
  /** Where the second, smaller link leads, in templates that have one. */
  alsoPath?: string;
  /** Of an invitation's page, where the links of its three answers lead. */
  answersPath?: string;
  accountId?: string | null;
  userId?: string | null;
  onceKey?: string;
  /** Id of what it is about, such as an invoice: its page tells of the mail. */
  about?: string;
  accent?: string | null;
  headers?: MailHeaders;
  /** The person whose words it brings; its copy in a mailbox is from them. */
  author?: string;
  /** What calendar programs read of it (RFC 6047). */
  calendar?: MailCalendar;
  /** Where answers go; left out, where those to all mails of its account go. */
  replyTo?: string;
  /** Who reads it where; then it is not sent when they turned mails of its topic off. */
  reader?: { userId: string; accountId: string };
};

/** Our own address, or the same under the host name of a vendor. */
function siteOf(ctx: Ctx, host: string | null): string {
  const site = new URL(siteUrl(ctx));
  if (host !== null) site.hostname = host;
  return site.origin;
}

/**
 * Writes a mail in the transaction of its cause: rendered in the reader's language, and queued for the mail server or,
 * without one, kept to be read in the product. `tx` is the system's when the mail belongs to no account.
 */
export async function sendMail(ctx: Ctx, tx: Db, mail: MailOut): Promise<void> {
  // who signs in with an account's alias has no address
  if (!mail.to.includes('@')) return;
  const { accountId = null } = mail;
  const brand = accountId === null ? null : await brandFor(tx, accountId);
  const site = siteOf(ctx, brand?.host ?? null);
  const template = typeof mail.template === 'string' ? accountMails[mail.template] : mail.template;
  if (mail.reader !== undefined && !(await wants(tx, mail.reader, { kind: 'mails', name: template.name }))) return;
  const linkTo = (path: string | undefined) => (path === undefined ? null : site + path);
  const look = accountId === null ? null : await lookOfAccount(tx, accountId);
  const runner = accountId === null ? null : await runsOn(tx, accountId);
  const { subject, text, html, missing } = await renderMail({
    template,
    wording: mail.wording ?? (await ctx.findWording(tx, { template: template.name, locale: mail.locale, accountId })),
    ...{ locale: mail.locale, to: mail.to, data: mail.data ?? {} },
    ...{ link: linkTo(mail.path), also: linkTo(mail.alsoPath), answers: linkTo(mail.answersPath) },
    site: new URL(site).host,
    base: `${site}/`,
    accent: fillOf(mail.accent ?? look?.accent ?? brand?.accent ?? MAIL_ACCENT),
    footer: look?.footer ?? null,
    runsOn: runner === null ? null : { name: runner, url: `${site}/` },
  });
  if (missing.length > 0)
    ctx.log.warn({ template: template.name, missing }, 'a changed template names values that its mail lacks');
  const id = newId(ctx.now());
  const state = (await hasMailServer(ctx, tx)) ? 'queued' : 'kept';
  const written = await insertMail(tx, {
    id,
    ...{ accountId, userId: mail.userId ?? null },
    onceKey: mail.onceKey ?? null,
    template: template.name,
    recipient: mail.to,
    locale: mail.locale,
    subject,
    bodyText: ctx.secrets.seal(sealedFor, text),
    bodyHtml: ctx.secrets.seal(sealedFor, html),
    state,
    createdAt: new Date(ctx.now()),
    ...{ attempts: 0, lastError: null, sentAt: null, claimedUntil: null },
    senderName: brand?.senderName ?? null,
    replyTo: mail.replyTo ?? brand?.replyTo ?? null,
    calendar: mail.calendar === undefined ? null : sealCalendar(ctx, mail.calendar),
    aboutId: mail.about ?? null,
    headers: mail.headers === undefined ? null : checkedHeaders(mail.headers),
  });
  if (!written) return;
  await tellOperator(ctx, tx);
  await tellWritten(ctx, tx, { mailId: id, template: template.name, mail });
  if (state === 'queued') await ctx.jobs.enqueue(tx, { job: SEND_JOB, payload: { id }, key: id });
}

/** Open lists of mails are fetched again. */
export const tellOperator = (ctx: Ctx, tx: Db) => ctx.bus.push(tx, { topic: 'operator:news', kind: 'mail' });
const settle = (ctx: Ctx, id: string, facts: Parameters<typeof settleMail>[2]) =>
  ctx.system.write(async (tx) => {
    await settleMail(tx, id, facts);
    await tellOperator(ctx, tx);
  });

async function deliver(ctx: Ctx, server: MailServer, row: MailRecord): Promise<void> {
  const text = openSealed(ctx, row.bodyText);
  const html = openSealed(ctx, row.bodyHtml);
  if (text === null || html === null)
    throw Object.assign(new Error('the text of the mail cannot be opened any more'), { command: 'RCPT TO', responseCode: 550 });
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(server.transport);
  const bounces = returnAddress(ctx, { kind: 'bounce', id: row.id });
  try {
    await transport.sendMail({
      ...(bounces === null ? {} : { envelope: { from: bounces, to: row.recipient } }),
      from: fromOf(server.from, row.senderName),
      ...(row.replyTo === null ? {} : { replyTo: row.replyTo }),
      to: { name: '', address: row.recipient },
      subject: row.subject,
      text,
      html,
      ...calendarPart(ctx, row),
      // the same for every try, so that a mail server can drop a second copy
      messageId: `<${row.id}@${new URL(siteUrl(ctx)).hostname}>`,
      date: row.createdAt,
      headers: { ...automaticHeaders, 'Content-Language': row.locale, ...preparedHeaders(row.headers) },
    });
  } finally {
    transport.close();
  }
}

/** A refusal of the recipient by the mail server itself counts as a bounce. */
const settleRefused = (ctx: Ctx, row: MailRecord, refusal: SmtpRefusal) =>
  ctx.system.write(async (tx) => {
    const final = isFinal(refusal) || row.attempts >= MAIL_ATTEMPTS;
    await settleMail(tx, row.id, { state: final ? 'failed' : 'queued', lastError: withoutSecrets(refusal.text) });
    await tellOperator(ctx, tx);
    if (isFinal(refusal) && refusal.answered)
      await publishBounce(ctx, tx, { row, kind: bounceOfStatus(statusIn(refusal.text) ?? '5.0.0') });
    return final;
  });

/**
 * Hands one mail to the mail server: claim (transaction) → send → settle (transaction). Throws when another try makes
 * sense, so that the job comes again later. A worker that dies in between leaves a claim that runs out.
 */
export async function sendQueued(ctx: Ctx, input: { id: string }): Promise<void> {
  const server = await mailServer(ctx);
  const now = ctx.now();
  if (server === null) {
    // the mail server was taken out of the settings: what waited becomes readable here
    await ctx.system.write(async (tx) => {
      if ((await claimMail(tx, input.id, { now: new Date(now), until: new Date(now) })) === null) return;
      await settleMail(tx, input.id, { state: 'kept' });
      await tellOperator(ctx, tx);
    });
    return;
  }
  const row = await ctx.system.write((tx) =>
    claimMail(tx, input.id, { now: new Date(now), until: new Date(now + CLAIM_SECONDS * 1000) }),
  );
  if (row === null) return waitForClaim(ctx, { id: input.id, job: SEND_JOB });
  try {
    await deliver(ctx, server, row);
  } catch (error) {
    const refusal = refusalOf(error);
    if (await settleRefused(ctx, row, refusal)) return;
    throw new Error(`mail ${row.id} was not taken: ${refusal.text}`);
  }
  // its links are the reader's alone from now on
  await settle(ctx, row.id, {
    state: 'sent',
    sentAt: new Date(ctx.now()),
    lastError: null,
    bodyText: '',
    bodyHtml: '',
    calendar: null,
  });
}

/** The outbox is the operator's: it holds the mails of all accounts, hence the system's eyes below. */
export function requireOutbox(ctx: Ctx): void {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('outbox.view')) throw notAllowed('outbox.view');
}

export const mailRowOf = (row: MailRecord): MailRow => ({
  id: row.id,
  template: row.template,
  recipient: row.recipient,
  locale: row.locale,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt.getTime(),
  sentAt: row.sentAt?.getTime() ?? null,
});

export async function listMails(
  ctx: Ctx,
  query: Parsed<typeof outboxCalls.list>['query'],
): Promise<ResultIn<typeof outboxCalls.list>> {
  requireOutbox(ctx);
  const search = query.search === undefined || query.search === '' ? null : query.search;
  const filter = await narrowedMails(ctx.system.read, { state: query.state ?? null, search });
  const rows = await mailsPage(ctx.system.read, filter, { before: idCursor.read(query.cursor), limit: query.limit + 1 });
  const { shown, next } = pageById(rows, query.limit);
  return {
    items: shown.map(mailRowOf),
    next,
    total: await countMails(ctx.system.read, filter),
  };
}

/** Sends a failed or kept mail again. */
export async function retryMail(ctx: Ctx, input: { id: string }): Promise<MailRow> {
  requireOutbox(ctx);
  if (!isId(input.id)) throw notFound();
  if (!(await hasMailServer(ctx, ctx.system.read))) throw new Failure('no_mail_server');
  return ctx.system.write(async (tx) => {
    const row = await requeueMail(tx, input.id);
    if (row === null) throw (await mailById(tx, input.id)) === null ? notFound() : new Failure('mail_not_waiting');
    await ctx.jobs.enqueue(tx, { job: SEND_JOB, payload: { id: row.id }, key: row.id });
    await tellOperator(ctx, tx);
    await record(ctx, tx, { action: 'outbox.retried', subjectKind: 'mail', subjectId: row.id });
    return mailRowOf(row);
  });
}

/** Mails by state (`queued`, `failed` …), for the operator's dashboard. */
export async function countMailStates(ctx: Ctx): Promise<Record<string, number>> {
  requireOutbox(ctx);
  return mailCounts(ctx.system.read);
}
