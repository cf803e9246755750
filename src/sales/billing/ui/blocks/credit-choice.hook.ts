import { type CreditChoice, creditAmount, type Credited, creditLines, type Left, leftIn } from '../../credit.rules.ts';
import type { InvoiceView } from '../../invoices.contract.ts';
import { decimalOf, typedAmount } from '../invoice-words.hook.ts';

export const creditModes = ['all', 'lines', 'amount'] as const;
export type CreditMode = (typeof creditModes)[number];
/** A line as it is chosen: pieces of it, or an amount as its prices are; what was typed last counts. */
export type CreditLineDraft = {
  position: number;
  chosen: 'yes' | 'no';
  by: 'quantity' | 'amount';
  quantity: string;
  amount: string;
};
export type CreditDraft = { mode: CreditMode; lines: readonly CreditLineDraft[]; amount: string; reason: string };
export type CreditSent = { amount: number } | { lines: { position: number; quantity?: number; amount?: number }[] };

/** The invoice's own figures as the rules count. */
export function leftOf({ creditable, currency, inclusive }: InvoiceView): Left | null {
  if (creditable === null) return null;
  return {
    currency,
    inclusive: inclusive ? 'gross' : 'net',
    lines: creditable.lines.map(({ quantity, whole, left, net, ...rest }) => ({
      ...rest,
      quantity: BigInt(quantity),
      whole: BigInt(whole),
      left: BigInt(left),
      net: BigInt(net),
    })),
    groups: creditable.groups.map(({ base, tax, ...rest }) => ({ ...rest, base: BigInt(base), tax: BigInt(tax) })),
  };
}

/** All of what is left is chosen first: it stays one press. */
export function creditStart(invoice: InvoiceView): CreditDraft {
  const left = leftOf(invoice);
  const lines = (left?.lines ?? []).map((line): CreditLineDraft => {
    const amount = decimalOf(Number(line.left), invoice.currency);
    return { position: line.position, chosen: 'no', by: 'amount', quantity: '', amount };
  });
  return { mode: 'all', lines, amount: decimalOf(Number(left === null ? 0n : leftIn(left)), invoice.currency), reason: '' };
}

/** Null while it is no number. */
function choiceOf(line: CreditLineDraft, currency: string): CreditChoice | null {
  const { position, by } = line;
  const typed = by === 'quantity' ? typedAmount(line.quantity, 'JPY') : typedAmount(line.amount, currency);
  if (typed === null || typed <= 0) return null;
  return by === 'quantity' ? { position, quantity: BigInt(typed) } : { position, amount: BigInt(typed) };
}

type ChosenCredit = { credited: Credited; sent: CreditSent } | { trouble: 'amount' | 'credit_too_much' | 'choose_lines' };
/** What the credit note would hold and how it is asked for, or what is wrong with the choice. */
export function creditChosen(left: Left, draft: CreditDraft): ChosenCredit {
  const { mode } = draft;
  if (mode === 'lines') {
    const chosen = draft.lines.filter((line) => line.chosen === 'yes');
    if (chosen.length === 0) return { trouble: 'choose_lines' };
    const choices = chosen.flatMap((line) => choiceOf(line, left.currency) ?? []);
    if (choices.length < chosen.length) return { trouble: 'amount' };
    const credited = creditLines(left, choices);
    if (credited === null) return { trouble: 'credit_too_much' };
    const lines = choices.map(({ position, quantity, amount }) => ({
      position,
      ...(quantity === undefined ? {} : { quantity: Number(quantity) }),
      ...(amount === undefined ? {} : { amount: Number(amount) }),
    }));
    return { credited, sent: { lines } };
  }
  const amount = mode === 'all' ? leftIn(left) : BigInt(typedAmount(draft.amount, left.currency) ?? 0);
  if (amount <= 0n) return { trouble: 'amount' };
  const credited = creditAmount(left, amount);
  return credited === null ? { trouble: 'credit_too_much' } : { credited, sent: { amount: Number(amount) } };
}

const REASON_MIN = 3;
/** Codes of what is wrong, by field. */
export function creditTroubles(left: Left | null, draft: CreditDraft): Partial<Record<'amount' | 'lines' | 'reason', string>> {
  const found = left === null ? { trouble: 'credit_too_much' as const } : creditChosen(left, draft);
  return {
    ...('trouble' in found && { [draft.mode === 'lines' ? 'lines' : 'amount']: found.trouble }),
    ...(draft.reason.trim().length < REASON_MIN && { reason: 'reason' }),
  };
}
