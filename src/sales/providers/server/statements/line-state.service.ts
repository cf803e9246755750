/** What banks say of a line beside its amount: that it is booked, only announced, or came to nothing. Only booked lines are money. */
import type { LineState } from '../../statements.rules.ts';
import { plainWords, saysAny, wordList } from './csv-words.service.ts';

/** What somebody said of words that are not known here, by the word as the file has it. */
export type StateAnswers = Readonly<Record<string, 'booked' | 'pending'>>;

const cancelled = wordList(
  'revert*|revers*|declin*|*storn*|cancel*|annul*|anul*|reject*|refus*|fail*|fehl*|abgelehnt*|abgebrochen*|zuruck*|rueck*|ruck*|return*|denied|expired|abgelaufen*|void*|removed|blocked|error|rechaz*|rechac*|rejeit*|recus*|rifiut*|devuelt*|devolv*|odrzuc*|zwroc*|geweigerd|geannuleerd|afgewezen|teruggedraaid|mislukt|iptal*|redded*|iade*|basarisiz*|отклон*|отмен*|возвра*|аннулир*|ditolak|dibatalkan|batal|gagal|dikembalikan|*مرفوض*|*ملغ*|*فشل*|*अस्वीक*|*रद्द*|*विफल*|*مسترد*|*منسوخ*|*取消*|*失敗*|*拒否*|*失败*|*拒绝*|*退回*|*返金*',
);
// "not booked" has the word of what is booked, so that these are asked first
const pending = wordList(
  '*vorgemerkt*|*vormerk*|pending|offen*|open|reserv*|autoris*|authoris*|authoriz*|autoriz*|hold|held|processing|in process*|bearbeitung*|arbeit|schedul*|geplant*|angekundigt*|terminiert*|unclaimed|placed|await*|wait*|wartend*|ausstehend*|schwebend*|initiated|created|submitted|upcoming|future|not|nicht|noch|no|non|nao|nie|niet|не|belum|tidak|unbooked|uncleared|unposted|unsettled|en attente|en cours|a venir|pendiente*|reteni*|proceso|pendent*|attesa|in corso|agendad*|przetwarz*|oczekuj*|trakcie|realizacji|blokad*|nierozlicz*|behandeling|gereserveerd|openstaand|bekle*|bloke*|provizyon*|ожид*|обработк*|зарезерв*|заблокир*|tertunda|menunggu|diproses|diblokir|*معلق*|*انتظار*|*قيد*|*लंबित*|*प्रक्रिया*|*زیر*|*未*|*保留*|*処理中*|*待*|*处理中*|afventer|venter|vantar|odottaa|pdng|futr',
);
const booked = wordList(
  '*gebucht*|udfort*|bokfor*|utford*|gennemfort*|kirjattu|suoritettu|zauctovan*|proveden*|book|booked|posted|complete*|settled|executed|cleared|finali*|abgeschlossen*|ausgefuhrt*|erledigt*|comptabilis*|execut*|effectu*|termine*|contabiliz*|ejecut*|realiz*|liquidad*|contabilizzat*|eseguit*|efetu*|conclu*|zaksiegow*|zrealizow*|wykonan*|rozlicz*|geboekt*|verwerkt*|uitgevoerd*|voltooid*|gerceklesti*|tamamlan*|islendi*|проведен*|исполнен*|выполнен*|завершен*|berhasil|sukses|selesai|success*|dibukukan|*مكتمل*|*منفذ*|*ناجح*|*पूर्ण*|*सफल*|*مکمل*|*完了*|*済*|*入账*|*已完成*|*成功*',
);

/** Null for words that are not known, which nobody may take for money. */
export function lineStateOf(word: string, answers: StateAnswers): LineState | null {
  const answer = answers[word];
  if (answer !== undefined) return answer;
  const text = plainWords(word);
  if (saysAny(text, cancelled)) return 'cancelled';
  if (saysAny(text, pending)) return 'pending';
  return saysAny(text, booked) ? 'booked' : null;
}
