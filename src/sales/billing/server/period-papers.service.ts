/** Documents and payments of some days, row by row, for files that bookkeepers take. The caller has asked for the right. */
import type { Db } from '#kit/server/db.ts';
import type { InvoiceRow, PaymentRow, TaxRow } from './invoices.table.ts';
import { paperFile, type PaperKind } from './papers.service.ts';
import {
  documentsOfDays,
  type Numbered,
  numbersOf,
  paymentsOfDays,
  type Series,
  seriesOf,
  taxesOfMany,
  type Whose,
} from './period-papers.queries.ts';

/** Rows that are read at once. */
const PIECE = 200;

export type PeriodDocument = InvoiceRow & { taxes: readonly TaxRow[] };
/** Numbered documents with these dates, both days included; `YYYY-MM-DD`. */
export async function* documentsOf(db: Db, of: Whose & { from: string; to: string }): AsyncGenerator<PeriodDocument> {
  for (let after: string | null = null; ; ) {
    const rows: InvoiceRow[] = await documentsOfDays(db, of, { after, limit: PIECE });
    const taxes = await taxesOfMany(
      db,
      rows.map((row) => row.id),
    );
    for (const row of rows) yield { ...row, taxes: taxes.filter((one) => one.invoiceId === row.id) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE) return;
    after = last.id;
  }
}

export type PeriodPayment = { payment: PaymentRow; invoice: InvoiceRow };
/** Payments that came, or were taken back, from one instant until before another. */
export async function* paymentsIn(db: Db, of: Whose & { since: Date; until: Date }): AsyncGenerator<PeriodPayment> {
  for (let after: string | null = null; ; ) {
    const rows: PeriodPayment[] = await paymentsOfDays(db, of, { after, limit: PIECE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE) return;
    after = last.payment.id;
  }
}

/** A series and, in its order, each number from one to the last that it gave; null where no document has it. */
export type NumberedSeries = { series: Series; numbers: () => AsyncGenerator<{ serial: number; found: Numbered | null }> };
export async function seriesIn(db: Db, of: { sellerId: string; years: readonly number[] }): Promise<NumberedSeries[]> {
  return (await seriesOf(db, of)).map((series) => ({
    series,
    numbers: async function* () {
      let serial = 0;
      for (;;) {
        const rows = await numbersOf(db, { ...series, sellerId: of.sellerId }, { after: serial, limit: PIECE });
        for (const row of rows) {
          for (serial += 1; serial < row.serial; serial += 1) yield { serial, found: null };
          yield { serial, found: row };
        }
        if (rows.length < PIECE) break;
      }
      for (serial += 1; serial < series.next; serial += 1) yield { serial, found: null };
    },
  }));
}

/** The files of a document in the store, with the names that people know them by. */
export const papersOf = (row: InvoiceRow): { name: string; file: string }[] => {
  if (row.papersAt === null || row.number === null) return [];
  const kinds: PaperKind[] = row.xmlSha256 === null ? ['pdf'] : ['pdf', 'cii', 'ubl'];
  return kinds.map((kind) => ({
    name: paperFile(row, kind),
    file: `${row.number}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`,
  }));
};
