/** Which lines of a list are money: by the column of states, by words of states anywhere else, and by headings between the lines. */
import type { LineState } from '../../statements.rules.ts';
import { isStateText } from './csv-headings.service.ts';
import { cellAt, type CsvRow, type CsvTable } from './csv-table.service.ts';
import { plainWords } from './csv-words.service.ts';
import { tidyText } from './entry.service.ts';
import { isNotBooked, lineStateOf, type StateAnswers } from './line-state.service.ts';

const cells = (words: string): ReadonlySet<string> => new Set(words.split('|').map(plainWords));
/** All that a cell says, in whatever column. */
const announced = cells(
  'vorgemerkt|umsatz vorgemerkt|vorgemerkter umsatz|buchung vorgemerkt|pending|pending transaction|authorised|authorized|reserviert|ausstehend|nicht gebucht|noch nicht gebucht|not booked|not yet booked|en attente|à venir|pendiente|pendente|in attesa|oczekujące|oczekuje|in behandeling|gereserveerd|beklemede|bekliyor|provizyon|в обработке|ожидает|ожидается|menunggu|tertunda|معلق|معلقة|قيد الانتظار|लंबित|زیر التوا|未記帳|保留中|処理中|未入账|处理中|待处理|afventer|pdng|pend|hold|in sospeso|in lavorazione|em processamento|em andamento|保留|dalam proses|قيد المعالجة|reserved|geplant|unbooked|unposted|pendiente de abono|in verwerking|varaus',
);
const undone = cells(
  'reverted|declined|storniert|umsatz storniert|cancelled|canceled|rejected|failed|abgelehnt|fehlgeschlagen|annulé|annulée|refusé|refusée|rechazado|rechazada|anulado|anulada|cancelado|cancelada|recusado|recusada|annullato|annullata|rifiutato|rifiutata|odrzucono|odrzucona|anulowano|geannuleerd|geweigerd|iptal|iptal edildi|reddedildi|отклонено|отменено|ditolak|dibatalkan|gagal|ملغي|ملغى|ملغاة|مرفوض|مرفوضة|रद्द|अस्वीकृत|विफल|منسوخ|مسترد|取消|失敗|已取消|失败|已退回',
);
/** As `announced`, outside of what the payer wrote. */
const opened = cells('offen|open');

const pendingSections = cells(
  'vorgemerkte umsätze|vorgemerkte buchungen|vorgemerkt|noch nicht gebuchte umsätze|offene umsätze|ausstehende umsätze|pending transactions|pending|opérations à venir|opérations en attente|movimientos pendientes|movimenti in attesa|operacje oczekujące|lançamentos futuros|bekleyen işlemler|операции в обработке',
);
const bookedSections = cells(
  'gebuchte umsätze|gebuchte buchungen|gebucht|umsätze|buchungen|booked transactions|posted transactions|completed transactions|transactions|booked|posted|opérations comptabilisées|opérations|movimientos|movimenti contabilizzati|operacje zaksięgowane|lançamentos|gerçekleşen işlemler|проведенные операции',
);
/** The rows that stand below a heading of what is only announced. */
export function announcedRows({ before, body }: CsvTable): ReadonlySet<CsvRow> {
  const found = new Set<CsvRow>();
  let isPending = false;
  for (const row of [...before, ...body]) {
    const [only, ...more] = row.cells.flatMap((cell) => tidyText(cell) ?? []);
    if (only === undefined || more.length > 0) {
      if (isPending) found.add(row);
    } else if (pendingSections.has(plainWords(only))) isPending = true;
    else if (bookedSections.has(plainWords(only))) isPending = false;
  }
  return found;
}

/** `unclear`: the bank has a word for it that is not known here. */
export type ReadState = LineState | { unclear: string };
export type StateReading = { table: CsvTable; states: StateAnswers; announced: ReadonlySet<CsvRow> };

function stateAnywhere(row: CsvRow, { table: { columns }, states }: StateReading): 'pending' | 'cancelled' | null {
  for (const [at, cell] of row.cells.entries()) {
    // words of states have no numbers
    if (cell === '' || cell.length > 40 || /\d/.test(cell) || Object.hasOwn(states, cell)) continue;
    const plain = plainWords(cell);
    if (undone.has(plain)) return 'cancelled';
    if (announced.has(plain) || isNotBooked(plain) || (opened.has(plain) && !columns.texts.includes(at))) return 'pending';
  }
  return null;
}
export function stateOf(row: CsvRow, reading: StateReading): ReadState {
  const { table, states } = reading;
  const place = table.columns.state;
  const word = cellAt(row, place) ?? '';
  if (place !== undefined && !isStateText(table.head[place] ?? '', word)) {
    const state = lineStateOf(word, states) ?? { unclear: word };
    if (state !== 'booked' || Object.hasOwn(states, word)) return state;
  }
  return stateAnywhere(row, reading) ?? (reading.announced.has(row) ? 'pending' : 'booked');
}
