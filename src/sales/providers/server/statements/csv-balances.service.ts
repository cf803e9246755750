/** Balances and totals that stand between the movements of a list, with a day and an amount like theirs. */
import { type CsvRow, type CsvTable, cellAt } from './csv-table.service.ts';
import { plainWords } from './csv-words.service.ts';
import { ibanIn } from './entry.service.ts';

const cells = (words: string): ReadonlySet<string> => new Set(words.split('|').map(plainWords));
/** All that a cell says, without its numbers and days. */
const balances = cells(
  'saldo|anfangssaldo|endsaldo|startsaldo|zwischensaldo|tagessaldo|tagesendsaldo|monatsendsaldo|buchungssaldo|saldovortrag|saldo vortrag|saldo vom|saldo am|saldo per|alter saldo|neuer saldo|kontostand|kontostand vom|kontostand am|kontostand per|alter kontostand|neuer kontostand|letzter kontostand|anfangsbestand|endbestand|balance|opening balance|closing balance|beginning balance|starting balance|ending balance|previous balance|new balance|current balance|daily balance|balance forward|balance brought forward|balance carried forward|brought forward|carried forward|b f|c f|solde|solde au|ancien solde|nouveau solde|solde precedent|solde initial|solde final|solde de depart|report de solde|saldo anterior|saldo inicial|saldo final|saldo del dia|saldo do dia|saldo dia|s a l d o|saldo actual|saldo atual|saldo disponible|saldo disponivel|saldo bloqueado|saldo iniziale|saldo finale|saldo al|saldo contabile|saldo precedente|saldo początkowe|saldo końcowe|saldo na dzień|beginsaldo|eindsaldo|oud saldo|nieuw saldo|vorig saldo|bakiye|devir|devreden bakiye|devreden|açılış bakiyesi|kapanış bakiyesi|dönem sonu bakiye|остаток|входящий остаток|исходящий остаток|остаток на начало|остаток на конец|остаток на|saldo awal|saldo akhir|sisa saldo|残高|前残高|繰越|繰越残高|前期繰越|前月繰越|次期繰越|差引残高|余额|期初余额|期末余额|上期结余|本期结余|上日余额|承前页|过次页|이월|이월잔액|전월이월|ยอดยกมา|ยอดยกไป|الرصيد|الرصيد الافتتاحي|الرصيد الختامي|رصيد افتتاحي|رصيد ختامي|शेष|प्रारंभिक शेष|अंतिम शेष|आरंभिक शेष|total|totals|grand total|summe|gesamt|gesamtsumme|summe der umsätze|zwischensumme|total général|totale|totaal|suma|toplam|genel toplam|итого|всего|合計|小計|合计|小计|총계|합계|الإجمالي|المجموع|कुल|ابتدائی بیلنس|اختتامی بیلنس|بیلنس',
);
const withoutNumbers = (cell: string): string => plainWords(cell.replace(/[\p{N}.,/-]+/gu, ' '));

/** What somebody paid has a name or an account beside it, so that "Saldo" may be what the payer wrote. */
export function isBalance(row: CsvRow, { columns }: CsvTable): boolean {
  const { name, iban } = columns;
  const payer = cellAt(row, name);
  const isOfSomebody = (payer !== null && !balances.has(withoutNumbers(payer))) || ibanIn(cellAt(row, iban)) !== null;
  return (
    !isOfSomebody && row.cells.some((cell) => cell.length <= 60 && /\p{L}/u.test(cell) && balances.has(withoutNumbers(cell)))
  );
}
