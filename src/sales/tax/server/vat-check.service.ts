/**
 * Asks the European Commission's service (VIES, its REST interface) whether a number for value added tax is valid. An outage is never taken for
 * an answer: what cannot be said is `unavailable`, with its cause. The answer carries what a tax office asks for later: when, and the
 * identifier of the answer.
 */
import * as z from 'zod/mini';
import { optionalFlag, optionalList, readableText, textIn } from '#kit/lenient.ts';
import { outbound, OutboundRefused, type OutboundReach, textOf } from '#kit/server/http/outbound.ts';
import type { VatId } from '../vat-id.rules.ts';

/** `baseUrl` without a slash at its end; the public one is https://ec.europa.eu/taxation_customs/vies/rest-api. */
export type VatService = { baseUrl: string; reach: OutboundReach; now: () => number; timeoutMs?: number };

export type VatCheckTrouble = 'down' | 'slow' | 'busy' | 'member_state' | 'blocked' | 'refused' | 'unreadable';
/** What is kept with the invoice. `name` and `address` as the member state tells them; many tell none. */
export type VatCheckEvidence = {
  source: 'vies';
  number: string;
  /** The service's own time of its answer, as it wrote it. */
  told: string | null;
  /** Proves that the seller asked; only when the seller's number was accepted. */
  requestId: string | null;
  requester: 'accepted' | 'refused' | 'none';
  name: string | null;
  address: string | null;
};
/** `at`: when we asked, epoch milliseconds. `code`: the service's own word for an outage, if it had one. */
export type VatCheckResult =
  | { check: 'valid' | 'invalid'; at: number; evidence: VatCheckEvidence }
  | { check: 'unavailable'; at: number; why: VatCheckTrouble; code: string | null };

/** Both shapes that the service has been seen to answer with, and its list of errors. */
const shape = z.object({
  valid: optionalFlag,
  isValid: optionalFlag,
  userError: readableText,
  requestDate: readableText,
  requestIdentifier: readableText,
  name: readableText,
  traderName: readableText,
  address: readableText,
  traderAddress: readableText,
  errorWrappers: optionalList(z.object({ error: readableText })),
});
type ViesAnswer = z.infer<typeof shape>;

const outages: readonly (readonly [RegExp, VatCheckTrouble])[] = [
  [/MAX_CONCURRENT_REQ/, 'busy'],
  [/^TIMEOUT$/, 'slow'],
  [/^MS_UNAVAILABLE$/, 'member_state'],
  [/BLOCKED/, 'blocked'],
  [/^INVALID_INPUT$/, 'refused'],
];
const answers: ReadonlySet<string> = new Set(['VALID', 'INVALID']);
const refusedRequester = 'INVALID_REQUESTER_INFO';

/** `---` is how a member state says that it does not tell. */
function toldText(value: string | undefined): string | null {
  const told = textIn(value);
  return told === null || /^-+$/.test(told) ? null : told.slice(0, 1_000);
}

const errorOf = ({ errorWrappers, userError }: ViesAnswer): string | null => {
  const [first] = errorWrappers;
  const code = first?.error ?? userError ?? null;
  return code === null || answers.has(code) ? null : code.slice(0, 100);
};

type Heard = { kind: 'told'; told: ViesAnswer } | { kind: 'nothing'; why: VatCheckTrouble };
const isTimeout = (error: unknown) => error instanceof Error && /Timeout|Abort/.test(error.name);

async function hear(service: VatService, body: Record<string, string>): Promise<Heard> {
  const ask = outbound({ reach: service.reach, timeoutMs: service.timeoutMs ?? 10_000, maxBytes: 64 * 1024 });
  try {
    const answer = await ask(`${service.baseUrl}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
    const raw = await textOf(answer);
    const read = z.safeParse(shape, jsonOf(raw));
    if (read.success) return { kind: 'told', told: read.data };
    if (answer.status === 429) return { kind: 'nothing', why: 'busy' };
    return { kind: 'nothing', why: answer.status >= 500 ? 'down' : 'unreadable' };
  } catch (error) {
    if (error instanceof OutboundRefused) return { kind: 'nothing', why: error.reason === 'too_long' ? 'unreadable' : 'refused' };
    return { kind: 'nothing', why: isTimeout(error) ? 'slow' : 'down' };
  }
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

/** `requester`: the seller's own number, which makes the answer a proof. */
export type VatQuestion = { vatId: VatId; requester: VatId | null };

const bodyOf = ({ vatId, requester }: VatQuestion) => ({
  countryCode: vatId.prefix,
  vatNumber: vatId.number,
  ...(requester === null ? {} : { requesterMemberStateCode: requester.prefix, requesterNumber: requester.number }),
});

type VatAnswer = { check: 'valid' | 'invalid' } | { check: 'unavailable'; why: VatCheckTrouble; code: string | null };

function answerIn(told: ViesAnswer): VatAnswer {
  const code = errorOf(told);
  if (code !== null) return { check: 'unavailable', why: outages.find(([pattern]) => pattern.test(code))?.[1] ?? 'down', code };
  const valid = told.valid ?? told.isValid ?? null;
  const word = told.userError ?? '';
  // an answer that contradicts itself is none
  if (valid === null || (answers.has(word) && word !== (valid ? 'VALID' : 'INVALID')))
    return { check: 'unavailable', why: 'unreadable', code: null };
  return { check: valid ? 'valid' : 'invalid' };
}

type Requester = VatCheckEvidence['requester'];
/** With the seller's number, and without it where the service does not take that one: an answer without proof is better than none. */
async function hearBoth(service: VatService, asked: VatQuestion): Promise<{ heard: Heard; requester: Requester }> {
  const heard = await hear(service, bodyOf(asked));
  if (asked.requester === null) return { heard, requester: 'none' };
  if (heard.kind === 'nothing' || errorOf(heard.told) !== refusedRequester) return { heard, requester: 'accepted' };
  return { heard: await hear(service, bodyOf({ ...asked, requester: null })), requester: 'refused' };
}

/** Asks about a number. Never throws for what the service does. */
export async function checkVatId(service: VatService, asked: VatQuestion): Promise<VatCheckResult> {
  const at = service.now();
  const { heard, requester } = await hearBoth(service, asked);
  if (heard.kind === 'nothing') return { check: 'unavailable', at, why: heard.why, code: null };
  const { told } = heard;
  const answer = answerIn(told);
  if (answer.check === 'unavailable') return { ...answer, at };
  const evidence: VatCheckEvidence = {
    source: 'vies',
    number: asked.vatId.text,
    told: toldText(told.requestDate),
    requestId: toldText(told.requestIdentifier),
    requester,
    name: toldText(told.name) ?? toldText(told.traderName),
    address: toldText(told.address) ?? toldText(told.traderAddress),
  };
  return { ...answer, at, evidence };
}
