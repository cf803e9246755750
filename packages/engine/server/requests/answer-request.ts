import type { ClientMessage } from '#protocol/messages.ts';
import type { Capability } from '#protocol/rights.ts';
import { judge, end, lobbyNote, lobbyRule, moderate, muteAll, record } from '#server/requests/moderate.ts';
import { consent, leave } from '#server/requests/person.ts';
import { mute, publish, unpublish } from '#server/requests/publish.ts';
import { type RequestSender, type RequestOutcome, refusalWithout, type ClientRequest } from '#server/requests/request.ts';
import { answerSubscription, subscribe, view } from '#server/requests/subscribe.ts';
import { doCommand, passHint } from '#server/topics/hub.ts';

const moderating = {
  mute: 'mute-others',
  unmute: 'unmute-others',
  'stop-camera': 'stop-cameras',
  'stop-share': 'stop-shares',
  remove: 'remove',
  block: 'remove',
  'make-moderator': 'promote',
  'make-viewer': 'promote',
} as const satisfies Record<ClientRequest<'moderate'>['action'], Capability>;

const needed: Partial<Record<ClientMessage['t'], Capability>> = {
  'mute-all': 'mute-others',
  lobby: 'admit',
  'lobby-rule': 'admit',
  'lobby-note': 'admit',
  record: 'record',
  end: 'end',
};

/** The right that a request needs; own sources and topics ask for themselves. */
const capabilityFor = (message: ClientMessage): Capability | undefined =>
  message.t === 'moderate' ? moderating[message.action] : needed[message.t];

/** Carries out one request of a seated person. Who waits in the lobby may only leave. */
export function answerRequest(
  asker: RequestSender,
  message: Exclude<ClientMessage, { t: 'hello' | 'ping' }>,
): RequestOutcome | Promise<RequestOutcome> {
  if (asker.seat.state === 'waiting' && message.t !== 'leave') return 'waiting';
  const capability = capabilityFor(message);
  const refused = capability === undefined ? null : refusalWithout(asker.seat, capability);
  if (refused !== null) return refused;
  switch (message.t) {
    case 'pub':
      return publish(asker, message);
    case 'unpub':
      return unpublish(asker, message);
    case 'sub':
      return subscribe(asker, message);
    case 'sub-answer':
      return answerSubscription(asker, message);
    case 'view':
      return view(asker, message);
    case 'mute':
      return mute(asker, message);
    case 'consent':
      return consent(asker, message);
    case 'moderate':
      return moderate(asker, message);
    case 'mute-all':
      return muteAll(asker, message);
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
    case 'hint':
      return passHint(asker, message);
    case 'leave':
      return leave(asker);
  }
}
