type CreditedInvoice = { total: number; creditNotes: readonly { total: number }[] };
/** What may still be given back, in minor units: all credit notes together never come to more than the invoice. */
export const creditLeft = ({ total: whole, creditNotes }: CreditedInvoice): number =>
  creditNotes.reduce((left, one) => left - one.total, whole);
