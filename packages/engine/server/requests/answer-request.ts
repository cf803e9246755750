import type { ClientMessage } from '#protocol/messages.ts';
import { judge, end, lobbyNote, lobbyRule, moderate, muteAll, record } from '#server/requests/moderate.ts';
import { consent, leave } from '#server/requests/person.ts';
import { mute, publish, unpublish } from '#server/requests/publish.ts';
import type { Asker, Outcome } from '#server/requests/request.ts';
import { answer, subscribe, view } from '#server/requests/subscribe.ts';
import { doCommand } from '#server/topics/hub.ts';

/** Carries out one request of a seated person. Who waits in the lobby may only leave. */
export function answerRequest(
  asker: Asker,
  message: Exclude<ClientMessage, { t: 'hello' | 'ping' }>,
): Outcome | Promise<Outcome> {
  if (asker.seat.state === 'waiting' && message.t !== 'leave') return 'waiting';
  switch (message.t) {
    case 'pub':
      return publish(asker, message);
    case 'unpub':
      return unpublish(asker, message);
    case 'sub':
      return subscribe(asker, message);
    case 'sub-answer':
      return answer(asker, message);
    case 'view':
      return view(asker, message);
    case 'mute':
      return mute(asker, message);
    case 'consent':
      return consent(asker, message);
    case 'moderate':
      return moderate(asker, message);
    case 'mute-all':
      return muteAll(asker);
    case 'lobby':
      return judge(asker, message);
    case 'lobby-rule':
      return lobbyRule(asker, message);
    case 'lobby-note':
      return lobbyNote(asker, message);
    case 'record':
      return record(asker, message);
    case 'end':
      return end(asker);
    case 'do':
      return doCommand(asker, message);
    case 'leave':
      return leave(asker);
  }
}
