/**
 * `npm run bench publishing`: a search in 20 000 posts against one in 1 000, and a campaign of 10 000 mails, by SMTP, against one of 1 000:
 * the most memory that the worker holds, and what a request of the web process takes beside it.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { newId } from '#kit/server/ids.ts';
import { CAMPAIGN_JOB } from '#publish/newsletter/server/sending.service.ts';
import { residentMb } from './callers.ts';
import { type Building, openStage, type Stage } from './endpoint-stage.ts';
import { idSql, type List, type Times, timesOf, unindexed } from './lists.ts';
import type { Report } from './report.ts';

const listsBudget = 1.5;
const campaignBudget = 1.2;
const page: List = { name: 'landing page', path: '/', headers: {} };
const hello: List = { name: 'hello', path: '/healthz', headers: {} };

const paragraph = (
  words: string,
) => `jsonb_build_object('version', 1, 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
  jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${words})))))`;
/** Some words are in every post, some in one of a hundred, some in the five oldest. */
const wordsSql = `'Lesson ' || n || ' about term' || (n % 100) || case when n <= 5 then ' Quelimane' else '' end || repeat(' of mathematics and music', 80)`;

async function growPosts(owner: pg.Client, { from, to }: { from: number; to: number }): Promise<void> {
  const [post, revision] = [idSql('n', '01'), idSql('n', '02')];
  const range = [from, to];
  await unindexed(owner, ['blog_posts', 'blog_revisions', 'blog_texts'], async () => {
    await owner.query(
      `insert into blog_posts (id, state, locale, author_name, published_at, was_public, created_at, updated_at)
       select ${post}, 'published', 'en-US', 'Bench', now() - interval '1 year' + n * interval '1 minute', true, now(), now() from generate_series($1::bigint, $2::bigint) n`,
      range,
    );
    await owner.query(
      `insert into blog_revisions (id, post_id, locale, number, title, excerpt, body, seo_title, seo_description, words, made_at)
       select ${revision}, ${post}, 'en-US', 1, 'Lesson ' || n, 'What it is about', ${paragraph(wordsSql)}, '', '', 400, now() from generate_series($1::bigint, $2::bigint) n`,
      range,
    );
    await owner.query(
      `insert into blog_texts (post_id, locale, slug, title, excerpt, body, seo_title, seo_description, words, live_revision, was_public, search, edited_at)
       select ${post}, 'en-US', 'lesson-' || n, 'Lesson ' || n, 'What it is about', '{"version":1,"content":[]}', '', '', 400, ${revision}, true, to_tsvector('simple', ${wordsSql}), now()
       from generate_series($1::bigint, $2::bigint) n`,
      range,
    );
  });
  for (const table of ['blog_posts', 'blog_revisions', 'blog_texts']) await owner.query(`vacuum analyze ${table}`);
}

async function searches(note: Report['note']): Promise<void> {
  const stage = await openStage(async () => undefined);
  const lists = ['quelimane', 'term77', 'mathematics music', 'lesson'].map((words): List => {
    return { name: words, path: `/api/blog/posts?search=${encodeURIComponent(words)}&limit=10`, headers: {} };
  });
  try {
    await growPosts(stage.owner, { from: 1, to: 1_000 });
    const small: Times[] = [];
    // a process that has just started answers slower, which would flatter the larger table
    for (const list of lists) await timesOf(stage.port, list, hello);
    for (const list of lists) small.push(await timesOf(stage.port, list, hello));
    await growPosts(stage.owner, { from: 1_001, to: 20_000 });
    for (const [at, list] of lists.entries()) {
      const [before, after] = [small[at], await timesOf(stage.port, list, hello)];
      if (before === undefined) continue;
      note(`search for "${list.name}" in 20 000 posts`, after.own, { unit: 'ms' });
      note(`search for "${list.name}": 20 000 posts against 1 000`, after.own / before.own, {
        unit: 'ratio',
        atMost: listsBudget,
      });
    }
  } finally {
    await stage.stop();
  }
}

async function writeCampaign({ ctx, owner }: Building, mails: number): Promise<void> {
  const [list, campaign] = [newId(), newId()];
  const text = paragraph(`'This month' || repeat(' we write about mathematics and music', 120)`);
  await owner.query(
    `insert into newsletter_lists (id, position, names, created_at, updated_at) values ($1, 0, '{"en-US": "News"}', now(), now())`,
    [list],
  );
  await owner.query(
    `insert into newsletter_subscribers (id, email, locale, state, state_since, created_at)
     select ${idSql('n')}, 'reader' || n || '@example.org', 'en-US', 'active', now(), now() from generate_series(1, $1::bigint) n`,
    [mails],
  );
  await owner.query(
    `insert into newsletter_subscriptions (subscriber_id, list_id, state, asked_at, asked_address, source, text_version, text_locale, confirmed_at, confirmed_address)
     select id, $1, 'confirmed', now(), '127.0.0.1', 'landing', '1', 'en-US', now(), '127.0.0.1' from newsletter_subscribers`,
    [list],
  );
  await owner.query(
    `insert into newsletter_campaigns (id, state, name, list_id, locale, audience, per_minute, started_at, created_at, updated_at)
     values ($1, 'sending', 'Bench', $2, 'en-US', '{"locales": [], "plans": []}', 6000, now(), now(), now())`,
    [campaign, list],
  );
  await owner.query(
    `insert into newsletter_texts (campaign_id, locale, subject, preview, body, words, edited_at)
     select $1::uuid, 'en-US', 'News', 'What is new', ${text}, 700, now()`,
    [campaign],
  );
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: CAMPAIGN_JOB, payload: { id: campaign }, key: campaign }));
}

type CampaignCost = { mails: number; seconds: number; memoryMb: number; slower: number };
async function sendingOf(stage: Stage, { mails, taken }: { mails: number; taken: () => number }): Promise<CampaignCost> {
  await timesOf(stage.port, page, hello);
  const before = (await timesOf(stage.port, page, hello)).own;
  const worker = await stage.startWorker();
  const began = performance.now();
  let [memoryMb, beside] = [0, Number.POSITIVE_INFINITY];
  const times: number[] = [];
  try {
    while (taken() < mails) {
      if (performance.now() - began > 1_800_000) throw new Error(`only ${taken()} of ${mails} mails came within half an hour`);
      memoryMb = Math.max(memoryMb, residentMb(worker.pid));
      // a process that starts takes a core for itself
      if (taken() > mails / 10) times.push((await timesOf(stage.port, page, hello)).own);
      await sleep(2_000);
    }
  } finally {
    await worker.stop();
  }
  beside = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? beside;
  return { mails, seconds: (performance.now() - began) / 1000, memoryMb, slower: beside / before };
}

/** A mail server that counts what it takes, and keeps none of it. */
async function openSink(): Promise<{ url: string; taken: () => number; close: () => Promise<void> }> {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        taken += 1;
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    taken: () => taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function campaignOf(mails: number): Promise<CampaignCost> {
  const sink = await openSink();
  try {
    const stage = await openStage((to) => writeCampaign(to, mails), { SMTP_URL: sink.url, MAIL_FROM: 'news@example.org' });
    try {
      return await sendingOf(stage, { mails, taken: sink.taken });
    } finally {
      await stage.stop();
    }
  } finally {
    await sink.close();
  }
}

export async function measurePublishing(note: Report['note']): Promise<void> {
  await searches(note);
  const [small, large] = [await campaignOf(1_000), await campaignOf(10_000)];
  note('campaign: mails per second', large.mails / large.seconds, { unit: '/s' });
  note('campaign of 10 000 mails: memory of the worker', large.memoryMb, { unit: 'MB' });
  note('campaign: memory with 10 000 mails against 1 000', large.memoryMb / small.memoryMb, {
    unit: 'ratio',
    atMost: campaignBudget,
  });
  note('campaign: a request beside it against one alone', large.slower, { unit: 'ratio', atMost: campaignBudget });
}
