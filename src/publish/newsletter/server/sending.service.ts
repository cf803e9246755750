/**
 * A campaign on its way. Its row says how far it is, and one job takes it a step further at a time: start, fix the audience batch by batch,
 * then write the mails batch by batch. Each step is one transaction together with the job of the next, so a process may die anywhere:
 * a step counts whole or not at all, and the queue runs its job again. Two workers on one campaign wait for each other at its row.
 *
 * One limit stays: between the mail server's answer and the note of it the outbox cannot know that a mail was taken (`CLAIM_SECONDS`). A
 * process that dies just then sends that one mail again, under the same Message-ID.
 */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findFirstSeats } from '#core/accounts/server/places.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { mailsWaiting, queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import type { CampaignDetail, newsletterCampaignsCalls } from '../campaigns.contract.ts';
import { type CampaignState, languageFor, newsletterLimits, nextCampaignState, paceOf } from '../newsletter.rules.ts';
import { countAudience, type DueDelivery, freezeNext, settleDeliveries, takeDeliveries } from './audience.queries.ts';
import { readinessGapsOf, viewCampaign } from './campaign-view.service.ts';
import { keepLinks } from './figures.queries.ts';
import { figuresToken } from './figures.service.ts';
import { lockCampaign, setCampaign, setProgress, stalledCampaigns, textsOf } from './campaigns.queries.ts';
import { signLink } from './links.service.ts';
import { newsletterEditorOf } from './newsletter-editor.service.ts';
import type { CampaignRow } from './newsletter.table.ts';
import { ownPreferences, renderersOf } from './rendering.service.ts';
import { headersFor, senderNow } from './unsubscribe.service.ts';

export const CAMPAIGN_JOB = 'newsletter.campaign';
const yearMs = 365 * 86_400_000;

/** `after`: epoch milliseconds. Of jobs for the same time one waits. */
const queueStep = (ctx: Ctx, tx: Db, { id, after }: { id: string; after: number | null }): Promise<void> =>
  ctx.jobs.enqueue(tx, { job: CAMPAIGN_JOB, payload: { id }, key: `${id} ${after ?? ''}`, ...(after === null ? {} : { after }) });

function startOf(ctx: Ctx, at: number | undefined): Date {
  if (at === undefined) return new Date(ctx.now());
  if (at <= ctx.now()) throw new Failure('in_the_past', { fields: { 'body.at': 'in_the_past' } });
  if (at > ctx.now() + newsletterLimits.scheduleYears * yearMs)
    throw new Failure('too_far_ahead', {
      fields: { 'body.at': 'too_far_ahead' },
      data: { years: newsletterLimits.scheduleYears },
    });
  return new Date(at);
}

async function requireReady(ctx: Ctx, tx: Db, row: CampaignRow): Promise<void> {
  const [texts, count] = [await textsOf(tx, row.id), await countAudience(tx, row)];
  const missing = await readinessGapsOf(ctx, tx, { row, texts, count });
  if (missing.length > 0) throw new Failure('not_ready', { data: { missing } });
}

type StepTaken = { row: CampaignRow; to: CampaignState; at: number | undefined };
async function changeFor(ctx: Ctx, tx: Db, { row, to, at }: StepTaken): Promise<Partial<CampaignRow>> {
  const now = new Date(ctx.now());
  switch (to) {
    case 'scheduled': {
      const startAt = startOf(ctx, at);
      await requireReady(ctx, tx, row);
      await queueStep(ctx, tx, { id: row.id, after: at === undefined ? null : startAt.getTime() });
      return { startAt };
    }
    case 'draft':
      return { startAt: null };
    case 'sending':
      await queueStep(ctx, tx, { id: row.id, after: null });
      return {};
    case 'cancelled':
      return { finishedAt: now };
    case 'paused':
    case 'sent':
      return {};
  }
}

type CampaignStep = { id: string; body: Parsed<typeof newsletterCampaignsCalls.step>['body'] };
export async function stepCampaign(ctx: Ctx, { id, body }: CampaignStep): Promise<CampaignDetail> {
  const actor = newsletterEditorOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row === null) throw notFound();
    const to = nextCampaignState(row.state, body.action);
    if (to === null) throw new Failure('no_such_step', { data: { state: row.state } });
    // a sender counts on, which is no change that somebody has to see before they pause it
    if (row.revision !== body.revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    const change = await changeFor(ctx, tx, { row, to, at: body.at });
    const changed = await setCampaign(tx, id, { ...change, state: to, updatedAt: new Date(ctx.now()), updatedBy: actor.userId });
    const deed = { action: `newsletter.campaign-${body.action}`, subjectKind: 'newsletter_campaign', subjectId: id };
    await record(ctx, tx, { ...deed, data: { from: row.state } });
    return viewCampaign(ctx, tx, changed ?? row);
  });
}

const note = (ctx: Ctx, tx: Db, of: { action: string; id: string }): Promise<void> =>
  record(ctx, tx, {
    action: `newsletter.${of.action}`,
    subjectKind: 'newsletter_campaign',
    subjectId: of.id,
    accountId: null,
  });

async function start(ctx: Ctx, tx: Db, row: CampaignRow): Promise<void> {
  // a schedule that was moved has a job of its own
  if (row.startAt === null || row.startAt.getTime() > ctx.now()) return;
  await setCampaign(tx, row.id, { state: 'sending', startedAt: new Date(ctx.now()) });
  await note(ctx, tx, { action: 'campaign-started', id: row.id });
  await queueStep(ctx, tx, { id: row.id, after: null });
}

async function freeze(ctx: Ctx, tx: Db, row: CampaignRow): Promise<void> {
  const step = await freezeNext(tx, { campaign: row, limit: newsletterLimits.freezeBatch });
  if (step === null) await setProgress(tx, row.id, { frozenAt: new Date(ctx.now()), nextBatchAt: new Date(ctx.now()) });
  else await setProgress(tx, row.id, { frozenTo: step.last, recipients: row.recipients + step.added });
  await queueStep(ctx, tx, { id: row.id, after: null });
}

async function writeMails(ctx: Ctx, tx: Db, { row, due }: { row: CampaignRow; due: readonly DueDelivery[] }): Promise<void> {
  const [renderers, sender] = [await renderersOf(ctx, tx, row), await senderNow(ctx, tx)];
  const seats = await findFirstSeats(
    tx,
    due.map(({ email }) => email),
  );
  await keepLinks(tx, { campaignId: row.id, links: [...renderers.values()].flatMap(({ links }) => links) });
  const mails = due.map(({ subscriberId, email, locale: own, counted }) => {
    const reader = seats.get(email.toLowerCase());
    const locale = languageFor(own, [...renderers.keys()], row.locale);
    const renderer = renderers.get(locale);
    // scheduled campaigns have their original, and nobody can change it
    if (renderer === undefined) throw new Error(`campaign ${row.id} has no text in ${locale}`);
    const token = signLink(ctx, {
      ...{ kind: 'preferences', subscriberId, listId: row.listId, campaignId: row.id, at: ctx.now() },
    });
    return {
      ...{ template: 'newsletter.campaign', to: email, locale, about: row.id, onceKey: `newsletter:${row.id}:${subscriberId}` },
      headers: headersFor(ctx, { token, subscriberId }, sender),
      ...renderer.render({
        ...{ link: ownPreferences(ctx, token), email },
        figures: counted ? figuresToken(ctx, { campaignId: row.id, subscriberId }) : null,
      }),
      ...(reader === undefined ? {} : { reader }),
    };
  });
  await queueMails(ctx, tx, mails);
}

async function sendBatch(ctx: Ctx, tx: Db, row: CampaignRow): Promise<void> {
  const { batch, pauseMs } = paceOf(row.perMinute);
  const now = ctx.now();
  if (row.nextBatchAt !== null && row.nextBatchAt.getTime() > now)
    return queueStep(ctx, tx, { id: row.id, after: row.nextBatchAt.getTime() });
  const next = now + pauseMs;
  // a mail server that is slower than the throttle sets the pace, so that pausing still takes effect soon
  if ((await mailsWaiting(tx, row.id, 2 * batch)) >= 2 * batch) {
    await setProgress(tx, row.id, { nextBatchAt: new Date(next) });
    return queueStep(ctx, tx, { id: row.id, after: next });
  }
  const due = await takeDeliveries(tx, { campaignId: row.id, listId: row.listId, limit: batch });
  if (due.length === 0) {
    await setCampaign(tx, row.id, { state: 'sent', finishedAt: new Date(now), updatedAt: new Date(now) });
    return note(ctx, tx, { action: 'campaign-sent', id: row.id });
  }
  const [receiving, left] = [due.filter((one) => one.receives), due.filter((one) => !one.receives)];
  await writeMails(ctx, tx, { row, due: receiving });
  const counted = receiving.filter((one) => one.counted).map((one) => one.subscriberId);
  const settled = { campaignId: row.id, counted, at: new Date(now) };
  await settleDeliveries(tx, { ...settled, ids: receiving.map((one) => one.subscriberId), state: 'written' });
  await settleDeliveries(tx, { ...settled, ids: left.map((one) => one.subscriberId), state: 'skipped' });
  await setProgress(tx, row.id, {
    ...{ written: row.written + receiving.length, skipped: row.skipped + left.length, nextBatchAt: new Date(next) },
  });
  await queueStep(ctx, tx, { id: row.id, after: next });
}

/** The job: the campaign's next step. One that was paused, cancelled or taken back has none. */
export async function advanceCampaign(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await ctx.system.write(async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row?.state === 'scheduled') return start(ctx, tx, row);
    if (row?.state !== 'sending') return;
    await (row.frozenAt === null ? freeze(ctx, tx, row) : sendBatch(ctx, tx, row));
  });
}

/** Queues a step for campaigns whose job is lost. Returns how many. */
export async function wakeStalled(ctx: Ctx): Promise<number> {
  const ids = await stalledCampaigns(ctx.system.read, new Date(ctx.now() - 120_000));
  for (const id of ids) await ctx.system.write((tx) => queueStep(ctx, tx, { id, after: null }));
  return ids.length;
}
