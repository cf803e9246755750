/** Tries an address and a secret, step by step, so that it is plain where it ends. Nothing is written. */
import { bbbClient } from '@atrium/bbb/client';
import { BbbBadAnswer, BbbUnreachable, readAnswer } from '@atrium/bbb/client-answer';
import type { Meeting } from '@atrium/bbb/meeting-reading';
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type OutboundFetch, outbound, OutboundRefused, reachOf, textOf } from '#kit/server/http/outbound.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { healthFacts } from '../health.rules.ts';
import type { ServerTest } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { type SecretHash, hashes, serverFacts } from '../servers.rules.ts';
import { addressOf, mayLeadTo } from './address.service.ts';
import { mustManage } from './pool-view.service.ts';
import { serverById } from './servers.queries.ts';
import { fetchFor, isRunning, secretPurpose, skewOf, versionOf } from './servers.service.ts';

type TestStep = ServerTest['steps'][number];
type StepName = TestStep['step'];
const order: readonly StepName[] = ['address', 'reach', 'answer', 'secret', 'clock', 'version'];
/** A clock that is this far off is worth a word, though everything still works. Milliseconds. */
const skewWorthAWord = 10_000;
/** The oldest release that is known to answer as we read it. */
const oldest = { major: 2, minor: 4 };

type TestFindings = Pick<ServerTest, 'version' | 'answerMs' | 'clockSkewMs' | 'meetings' | 'people' | 'url'>;
type ServerTrial = { steps: TestStep[]; found: TestFindings };
const step = (name: StepName, outcome: TestStep['outcome'], trouble: string | null = null): TestStep => ({
  step: name,
  outcome,
  trouble,
});

/** Why a request came to nothing, as the screen says it; null: the error is not about the network. */
function reachTrouble(error: unknown): string | null {
  if (error instanceof OutboundRefused) return error.reason === 'private_address' ? 'private' : 'not_allowed';
  if (!(error instanceof Error)) return null;
  if (error instanceof BbbUnreachable) return reachTrouble(error.cause) ?? 'unreachable';
  const code = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : '';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) return 'certificate';
  // fetch throws a TypeError for everything on the way to an answer
  return error instanceof TypeError || error.name === 'TimeoutError' || error.name === 'AbortError' ? 'unreachable' : null;
}

/** What is wrong with an answer of the base address; null when a BBB server gave it. */
function answerTrouble(status: number, text: string): string | null {
  if (status === 401 || status === 403) return 'refused';
  if (status >= 300 && status < 400) return 'bad_answer';
  try {
    readAnswer(text, status);
    return null;
  } catch (error) {
    if (!(error instanceof BbbBadAnswer)) throw error;
    return 'bad_answer';
  }
}

type BaseAnswer = { status: number; text: string; answerMs: number; clockSkewMs: number | null };
async function askBase(fetch: OutboundFetch, url: string): Promise<BaseAnswer | { trouble: string }> {
  const began = performance.now();
  try {
    const answer = await fetch(url, { headers: { accept: 'text/xml, application/xml;q=0.9' } });
    const text = await textOf(answer);
    const answerMs = Math.round(performance.now() - began);
    return { status: answer.status, text, answerMs, clockSkewMs: skewOf(answer.headers.get('date'), Date.now()) };
  } catch (error) {
    const trouble = reachTrouble(error);
    if (trouble === null) throw error;
    return { trouble };
  }
}

type TestTarget = { url: string; secret: string; hash: SecretHash; fetch: OutboundFetch };
type ListedMeetings = { meetings: Meeting[] } | { trouble: string };

async function meetingsBy(way: TestTarget): Promise<ListedMeetings> {
  try {
    const answer = await bbbClient({ ...way, timeoutMs: serverFacts.timeout }).getMeetings();
    if (answer.ok) return { meetings: answer.meetings };
    return { trouble: answer.key === '' ? 'refused' : answer.key };
  } catch (error) {
    if (error instanceof BbbBadAnswer) return { trouble: 'bad_answer' };
    const trouble = reachTrouble(error);
    if (trouble === null) throw error;
    return { trouble };
  }
}

/** When the secret seems wrong: whether it is only the hash, which some operators restrict. */
async function orOtherHash(way: TestTarget): Promise<ListedMeetings> {
  const first = await meetingsBy(way);
  if (!('trouble' in first) || first.trouble !== 'checksumError') return first;
  for (const hash of hashes)
    if (hash !== way.hash && !('trouble' in (await meetingsBy({ ...way, hash })))) return { trouble: 'wrong_hash' };
  return first;
}

function clockStep(skew: number | null): TestStep {
  if (skew === null) return step('clock', 'skipped');
  if (Math.abs(skew) > healthFacts.clockSkew) return step('clock', 'failed', 'clock');
  return Math.abs(skew) > skewWorthAWord ? step('clock', 'warning', 'clock') : step('clock', 'ok');
}

function versionStep(version: string | null): TestStep {
  // most operators keep it to themselves, which is no fault
  if (version === null) return step('version', 'skipped', 'unknown');
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const old = major < oldest.major || (major === oldest.major && minor < oldest.minor);
  return old ? step('version', 'warning', 'old') : step('version', 'ok');
}

async function walk(trial: ServerTrial, way: TestTarget): Promise<void> {
  const { steps, found } = trial;
  const base = await askBase(way.fetch, way.url);
  if ('trouble' in base) return void steps.push(step('reach', 'failed', base.trouble));
  steps.push(step('reach', 'ok'));
  found.answerMs = base.answerMs;
  found.clockSkewMs = base.clockSkewMs;
  const wrong = answerTrouble(base.status, base.text);
  steps.push(step('answer', wrong === null ? 'ok' : 'failed', wrong));
  if (wrong !== null) return;
  const listed = await orOtherHash(way);
  if ('trouble' in listed) return void steps.push(step('secret', 'failed', listed.trouble));
  const running = listed.meetings.filter(isRunning);
  found.meetings = running.length;
  found.people = running.reduce((sum, one) => sum + one.participantCount, 0);
  found.version = await versionOf(bbbClient({ ...way, timeoutMs: serverFacts.timeout }));
  steps.push(step('secret', 'ok'), clockStep(base.clockSkewMs), versionStep(found.version));
}

function resultOf({ steps, found }: ServerTrial): ServerTest {
  const done = new Map(steps.map((one) => [one.step, one]));
  const all = order.map((name) => done.get(name) ?? step(name, 'skipped'));
  const worst = (['failed', 'warning'] as const).find((outcome) => all.some((one) => one.outcome === outcome));
  return { outcome: worst ?? 'ok', steps: all, ...found };
}

type ServerTestRequest = Parsed<typeof serversCalls.test>['body'];

/** The secret to try: the typed one, or the stored one when the form left it out. */
async function wayOf(ctx: Ctx, input: ServerTestRequest, url: string): Promise<TestTarget & { own: boolean }> {
  const server = input.id === undefined ? null : await serverById(ctx.system.read, input.id);
  if (input.id !== undefined && server === null) throw notFound();
  // one whose key is lost has to be typed again
  const stored = server === null ? null : openIfKnown(ctx.secrets, secretPurpose, server.secretSealed);
  const secret = input.secret ?? stored;
  if (secret === null) throw new Failure('invalid_input', { fields: { 'body.secret': 'required' } });
  const timeoutMs = serverFacts.timeout;
  // the stored secret of the engine opens no other address of this machine
  const own = server !== null && server.kind === 'engine' && addressOf(server.url) === url;
  const fetch = own ? fetchFor(ctx, 'engine', timeoutMs) : outbound({ reach: reachOf(ctx.config), timeoutMs });
  return { url, secret, hash: input.hash, fetch, own };
}

/** What is wrong with an address that answers all the same. */
function wayTrouble(ctx: Ctx, url: string): 'closed' | 'plain' | null {
  if (!url.startsWith('http:')) return null;
  if (!mayLeadTo(siteUrl(ctx), url)) return 'closed';
  return reachOf(ctx.config) === 'public' ? 'plain' : null;
}

export async function test(ctx: Ctx, input: ServerTestRequest): Promise<ServerTest> {
  mustManage(ctx);
  const url = addressOf(input.url);
  const found: TestFindings = { version: null, answerMs: null, clockSkewMs: null, meetings: null, people: null, url };
  const trial: ServerTrial = { steps: [], found };
  if (url === null) {
    trial.steps.push(step('address', 'failed', 'not_an_address'));
    return resultOf(trial);
  }
  const way = await wayOf(ctx, input, url);
  // people reach the engine by this installation's own address
  const trouble = way.own ? null : wayTrouble(ctx, url);
  trial.steps.push(step('address', trouble === null ? 'ok' : 'warning', trouble));
  await walk(trial, way);
  return resultOf(trial);
}
