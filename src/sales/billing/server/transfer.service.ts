/** How a claim is paid by transfer. */
import { money } from '#kit/money.ts';
import { epcText } from '#sales/providers/epc.rules.ts';
import type { NextStep } from '../invoices.contract.ts';
import type { InvoiceRow } from './invoices.table.ts';
import type { Manual } from './manual-methods.table.ts';

/** How to pay a claim by transfer, or by a way of the seller's own; `due` is what the code asks for. */
export function transferOf(
  invoice: InvoiceRow,
  { due = invoice.remaining, manual = invoice.seller?.manual ?? null }: { due?: bigint; manual?: Manual | null } = {},
): Extract<NextStep, { kind: 'instructions' }>['transfer'] {
  const { seller, reference, currency } = invoice;
  const holder = seller?.holder ?? seller?.name ?? '';
  if (manual !== null) {
    const { name, instructions } = manual;
    return {
      holder: seller?.name ?? '',
      iban: null,
      bic: null,
      reference: reference ?? '',
      instructions,
      epc: null,
      method: name,
    };
  }
  const [iban, bic] = [seller?.iban ?? null, seller?.bic ?? null];
  const epc =
    iban === null || currency !== 'EUR' || due <= 0n || reference === null
      ? null
      : epcText({ name: holder, iban, bic, amount: money(due, currency), reference });
  return { holder, iban, bic, reference: reference ?? '', instructions: seller?.instructions ?? '', epc, method: null };
}
