/** How a claim is paid by transfer. */
import { money } from '#kit/money.ts';
import { epcText } from '#sales/providers/epc.rules.ts';
import type { NextStep } from '../invoices.contract.ts';
import type { InvoiceRow } from './invoices.table.ts';

/** How to pay a claim by transfer; `due` is what the code asks for. */
export function transferOf(
  invoice: InvoiceRow,
  due: bigint = invoice.remaining,
): Extract<NextStep, { kind: 'instructions' }>['transfer'] {
  const { seller, reference, currency } = invoice;
  const holder = seller?.holder ?? seller?.name ?? '';
  const [iban, bic] = [seller?.iban ?? null, seller?.bic ?? null];
  const epc =
    iban === null || currency !== 'EUR' || due <= 0n || reference === null
      ? null
      : epcText({ name: holder, iban, bic, amount: money(due, currency), reference });
  return { holder, iban, bic, reference: reference ?? '', instructions: seller?.instructions ?? '', epc };
}
