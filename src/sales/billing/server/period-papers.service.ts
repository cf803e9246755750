/** Documents and payments of some days, row by row, for files that bookkeepers take. The caller has asked for the right. */
import type { Db } from '#kit/server/db/db.ts';
import type { InvoiceRow, Ledger, PaymentRow, TaxRow } from './invoices.table.ts';
import { paperFile, type PaperKind, paperKinds } from './papers.service.ts';
import {
  documentsOfDays,
  entriesOfDays,
  linesOfEntries,
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

export type PeriodEntry = {
  /** What stands for the account of the bank, where the money came by a way of the seller's own. */
  bank: string | null;
  cause: string;
  at: Date;
  /** In minor units; positive: debit. */
  lines: readonly { ledger: Ledger; currency: string; amount: bigint }[];
  /** What it is about, with its tax by rate. */
  document: PeriodDocument | null;
};
/** The journal of a seller as it was written, from one instant until before another: what happened later is a later entry. */
export async function* entriesIn(db: Db, of: { sellerId: string; since: Date; until: Date }): AsyncGenerator<PeriodEntry> {
  for (let after: string | null = null; ; ) {
    const rows: Awaited<ReturnType<typeof entriesOfDays>> = await entriesOfDays(db, of, { after, limit: PIECE });
    const lines = Map.groupBy(
      await linesOfEntries(
        db,
        rows.map(({ entry }) => entry.id),
      ),
      (line) => line.entryId,
    );
    const documents = new Set(rows.flatMap(({ invoice }) => (invoice === null ? [] : [invoice.id])));
    const taxes = Map.groupBy(await taxesOfMany(db, [...documents]), (one) => one.invoiceId);
    for (const { entry, invoice, manual } of rows)
      yield {
        bank: manual === null ? null : (manual.account ?? manual.kind),
        cause: entry.cause,
        at: entry.at,
        lines: lines.get(entry.id) ?? [],
        document: invoice === null ? null : { ...invoice, taxes: taxes.get(invoice.id) ?? [] },
      };
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE) return;
    after = last.entry.id;
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
export const papersOf = (row: InvoiceRow): { kind: PaperKind; name: string; file: string }[] => {
  if (row.number === null) return [];
  return paperKinds(row).map((kind) => ({
    kind,
    name: paperFile(row, kind),
    file: `${row.number}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`,
  }));
};
