/** What banks say of a line beside its amount: that it is booked, only announced, or came to nothing. Only booked lines are money. */
import type { LineState } from '../../statements.rules.ts';
import { plainWords, saysAny, type WordPattern, wordList } from './csv-words.service.ts';

/** What somebody said of words that are not known here, by the word as the file has it. */
export type StateAnswers = Readonly<Record<string, 'booked' | 'pending'>>;

const cancelled = wordList(
  'revert*|revers*|declin*|*storn*|cancel*|annul*|anul*|reject*|refus*|fail*|fehl*|abgelehnt*|abgebrochen*|zuruck*|rueck*|ruck*|return*|denied|expired|abgelaufen*|void*|removed|blocked|error|rechaz*|rechac*|rejeit*|recus*|rifiut*|devuelt*|devolv*|odrzuc*|zwroc*|geweigerd|geannuleerd|afgewezen|teruggedraaid|mislukt|iptal*|redded*|iade*|basarisiz*|отклон*|отмен*|возвра*|аннулир*|ditolak|dibatalkan|batal|gagal|dikembalikan|*مرفوض*|*ملغ*|*فشل*|*अस्वीक*|*रद्द*|*विफल*|*مسترد*|*منسوخ*|*取消*|*失敗*|*拒否*|*失败*|*拒绝*|*退回*|*返金*|*关闭*|*關閉*|*撤销*|*撤銷*|*冲正*',
);
const pending = wordList(
  '*vorgemerkt*|*vormerk*|pending|offen*|open|reserv*|autoris*|authoris*|authoriz*|autoriz*|hold|held|processing|in process*|bearbeitung*|arbeit|schedul*|geplant*|angekundigt*|terminiert*|unclaimed|placed|await*|wait*|wartend*|ausstehend*|schwebend*|initiated|created|submitted|upcoming|future|noch|unbooked|uncleared|unposted|unsettled|en attente|en cours|a venir|pendiente*|reteni*|proceso|pendent*|attesa|in corso|agendad*|przetwarz*|oczekuj*|trakcie|realizacji|blokad*|nierozlicz*|behandeling|gereserveerd|openstaand|bekle*|bloke*|provizyon*|ожид*|обработк*|зарезерв*|заблокир*|tertunda|menunggu|diproses|diblokir|*معلق*|*انتظار*|*قيد*|*लंबित*|*प्रक्रिया*|*زیر*|*未*|*保留*|*処理中*|*待*|*处理中*|afventer|venter|vantar|odottaa|varaus|sospeso|lavorazione|prenotat*|programad*|previst*|prevue|prevu|processamento|proses|verwerking|curs|zatwierdz*|nezauct*|fuggo*|εκκρεμ*|estimated|planned|*처리*|*대기*|*รอ*|pdng|futr',
);
// whole words alone: in many languages the contrary of a word contains it
const booked = wordList(
  'ok|gebucht|verbucht|eingebucht|book|booked|posted|complete|completed|settled|executed|cleared|finalized|finalised|final|abgeschlossen|ausgefuhrt|ausgefuehrt|erledigt|erfolgreich|succeeded|success|successful|successfully|comptabilise|comptabilisee|execute|executee|effectue|effectuee|termine|terminee|realise|realisee|contabilizado|contabilizada|contabilizzato|contabilizzata|ejecutado|ejecutada|realizado|realizada|liquidado|liquidada|completado|completada|eseguito|eseguita|completato|completata|efetuado|efetuada|efetivado|efetivada|concluido|concluida|zaksiegowano|zaksiegowany|zaksiegowana|zaksiegowane|zrealizowano|zrealizowany|zrealizowana|zrealizowane|wykonano|wykonany|wykonana|wykonane|rozliczono|rozliczony|rozliczona|rozliczone|geboekt|verwerkt|uitgevoerd|voltooid|udfort|bokfort|bokford|bokforda|utfort|utford|gennemfort|gennemfoert|kirjattu|suoritettu|zauctovano|zauctovana|provedeno|provedena|tamamlandi|tamamlanmis|gerceklesti|gerceklestirildi|islendi|проведено|проведен|проведена|исполнено|исполнен|исполнена|выполнено|выполнен|выполнена|завершено|завершен|завершена|успешно|berhasil|sukses|selesai|dibukukan|مكتمل|مكتملة|منفذ|منفذة|ناجح|ناجحة|पूर्ण|सफल|संपन्न|مکمل|完了|完了済|完了済み|済|済み|処理済|処理済み|記帳済|記帳済み|入金済|入金済み|入账|已入账|已记账|完成|已完成|成功|交易成功|支付成功',
);
const neutral = wordList(
  'umsatz|umsatze|transaction|transactions|transaktion|buchung|zahlung|uberweisung|payment|transfer|status|wurde|ist|bereits|schon|vollstandig|was|is|has|been|already|fully|and|und|operation|operacion|operazione|operacja|operacao|movimiento|movimento|mouvement|paiement|pago|pagamento|transaccion|transacao|transazione|transakcja|transactie|transaktion|islem|операция|платеж|транзакция|transaksi|معاملة|عملية|लेनदेन|لین دین',
);
const negated = wordList(
  'not|no|non|never|nicht|kein|keine|ne|pas|nao|nem|nie|niet|geen|ikke|ikkje|ej|inte|icke|ei|eivat|nebyla|nebylo|не|нет|belum|tidak|bukan|degil|henuz|غير|لم|لا|ليس|ليست|नही|न|نہیں|نہ|*不*|*没*|*沒*|*无*|*無*|*ない*|*ません*',
);
const notYet = wordList('noch|yet|encore|ancora|aun|todavia|ainda|jeszcze|nog|enda|anda|еще');
const isEvery = (text: string, words: readonly WordPattern[]): boolean =>
  text !== '' && text.split(' ').every((word) => saysAny(` ${word} `, words));
const without = (text: string, words: readonly WordPattern[]): string =>
  text
    .split(' ')
    .filter((word) => word !== '' && !saysAny(` ${word} `, words))
    .join(' ');

/** Whether plain words say no more than that something is not booked. */
export function isNotBooked(text: string): boolean {
  return saysAny(text, negated) && isEvery(without(text, [...negated, ...notYet, ...neutral]), booked);
}

/** Null for words that are not known, which nobody may take for money. */
export function lineStateOf(word: string, answers: StateAnswers): LineState | null {
  const answer = Object.hasOwn(answers, word) ? answers[word] : undefined;
  if (answer !== undefined) return answer;
  const text = plainWords(word);
  // "not cancelled" may be anything, "not yet booked" is sure
  if (saysAny(text, negated)) return isNotBooked(text) ? 'pending' : null;
  if (saysAny(text, cancelled)) return 'cancelled';
  if (saysAny(text, pending)) return 'pending';
  return isEvery(without(text, neutral), booked) ? 'booked' : null;
}
