/** Answers to the bank of a card's holder: proof, once, or that we give in. Lets errors through that say nothing about whether it was taken. */
import type { Stripe } from 'stripe';
import type { ProofAsked, ProofTexts, ToldDispute } from '../providers.rules.ts';
import { disputeFound, readError } from './card-answers.service.ts';

const evidenceOf = (texts: ProofTexts): Stripe.DisputeUpdateParams.Evidence => {
  const places = {
    product_description: texts.product,
    customer_name: texts.name,
    customer_email_address: texts.email,
    billing_address: texts.address,
    service_date: texts.period,
    access_activity_log: texts.activity,
    uncategorized_text: texts.other,
  };
  return Object.fromEntries(Object.entries(places).filter(([, text]) => text !== ''));
};

/**
 * Refused: the dispute has changed, or the answer was not accepted. After a lost response the same call gets the same one by its key; when the
 * provider has forgotten the key, it refuses an answer that had arrived, so the state of the dispute decides.
 */
async function told(client: Stripe, ref: string, ask: () => Promise<Stripe.Dispute>): Promise<ToldDispute> {
  try {
    return { kind: 'taken', found: disputeFound(await ask()) };
  } catch (error) {
    const { trouble, code } = readError(error);
    if (trouble !== 'refused' && trouble !== 'mismatch') throw error;
    const found = disputeFound(await client.disputes.retrieve(ref));
    return { kind: 'refused', code: code ?? 'refused', found };
  }
}

export function sendProof(client: Stripe, { id, ref, texts, document }: ProofAsked): Promise<ToldDispute> {
  return told(client, ref, async () => {
    const file =
      document === null
        ? null
        : await client.files.create(
            { purpose: 'dispute_evidence', file: { data: document.bytes, name: document.name, type: 'application/pdf' } },
            { idempotencyKey: `proof_file_${id}` },
          );
    const evidence = { ...evidenceOf(texts), ...(file === null ? {} : { receipt: file.id }) };
    return client.disputes.update(ref, { evidence, submit: true }, { idempotencyKey: `proof_${id}` });
  });
}

export const giveIn = (client: Stripe, { id, ref }: Pick<ProofAsked, 'id' | 'ref'>): Promise<ToldDispute> =>
  told(client, ref, () => client.disputes.close(ref, {}, { idempotencyKey: `accept_${id}` }));
