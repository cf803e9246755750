/** The payer's bank takes the money back until it is decided; until a day it takes proof, once. */
import { type Form, formAt, textAt, textsAt } from './form.ts';
import { chargeOf } from './money-back.ts';
import { invalid, type Json, type Store, textOf, type Thing } from './store.ts';

const ANSWER_DAYS = 7;
/** Characters of all texts of an answer together. */
const MOST_CHARACTERS = 150_000;
const files: ReadonlySet<string> = new Set(['receipt', 'service_documentation', 'customer_communication', 'uncategorized_file']);

const inside = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export function openDispute(store: Store, intentId: string): Thing {
  const charge = chargeOf(store, intentId);
  const dispute = store.make('dp', 'dispute', {
    amount: charge['amount'] ?? 0,
    currency: textOf(charge, 'currency') ?? '',
    charge: charge.id,
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: {
      due_by: Math.floor(store.clock() / 1000) + ANSWER_DAYS * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    metadata: {},
  });
  store.change(charge, { disputed: true });
  store.emit('charge.dispute.created', dispute);
  store.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The disputes whose day is over have it written on them. */
function dated(store: Store, dispute: Thing): { details: Record<string, Json>; isOver: boolean } {
  const details = inside(dispute['evidence_details']);
  const due = details['due_by'];
  const isOver = typeof due === 'number' && due * 1000 <= store.clock();
  if (isOver) store.change(dispute, { evidence_details: { ...details, past_due: true } });
  return { details, isOver };
}
const answerable = ['needs_response', 'warning_needs_response'];

/** Texts and files that were uploaded for it; `submit` is true by default, and after that nothing more is accepted. */
export function updateDispute(store: Store, dispute: Thing, form: Form): Thing {
  const { details, isOver } = dated(store, dispute);
  if (!answerable.includes(textOf(dispute, 'status') ?? ''))
    throw invalid('This dispute can no longer be updated.', { param: 'evidence' });
  if (isOver) throw invalid('The due date for submitting evidence for this dispute has passed.', { param: 'evidence' });
  const given = textsAt(form, 'evidence');
  if (Object.values(given).join('').length > MOST_CHARACTERS) throw invalid('The evidence is too long.', { param: 'evidence' });
  for (const [name, id] of Object.entries(given)) {
    if (!files.has(name)) continue;
    if (textOf(store.get(id, 'file'), 'purpose') !== 'dispute_evidence')
      throw invalid(`The file ${id} was not uploaded as evidence.`, { param: `evidence[${name}]` });
  }
  const evidence = { ...inside(dispute['evidence']), ...given };
  const isSent = textAt(form, 'submit') !== 'false';
  store.change(dispute, {
    evidence,
    metadata: { ...inside(dispute['metadata']), ...textsAt(form, 'metadata') },
    evidence_details: {
      ...details,
      has_evidence: Object.keys(formAt(form, 'evidence')).length > 0 || details['has_evidence'] === true,
      submission_count: isSent ? 1 : 0,
      submission_method: isSent ? 'manual' : 'not_submitted',
    },
    ...(isSent ? { status: 'under_review' } : {}),
  });
  store.emit('charge.dispute.updated', dispute);
  return dispute;
}

/** The seller accepts the dispute. */
export function giveIn(store: Store, dispute: Thing): Thing {
  if (!answerable.includes(textOf(dispute, 'status') ?? '')) throw invalid('This dispute is already closed.');
  return closeDispute(store, dispute.id, 'lost');
}
export function closeDispute(store: Store, id: string, status: 'won' | 'lost'): Thing {
  const dispute = store.change(store.get(id, 'dispute'), { status });
  store.emit('charge.dispute.closed', dispute);
  if (status === 'won') store.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}
