import type { ClientMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import type { OwnMedia } from '#ui/media/own-media.ts';
import type { MeetingState, OwnKind } from '#ui/state.ts';
import type { MeetingStore } from '#ui/store.ts';

/** The question about being recorded: `must` stands until it is answered, `may` was opened by the person and can be closed. */
export function consentQuestion({ facts, asking }: Pick<MeetingState, 'facts' | 'asking'>): 'none' | 'must' | 'may' {
  if (!facts || facts.recording === 'off') return 'none';
  if (facts.recording === 'on' && facts.consent === 'open') return 'must';
  return asking === null ? 'none' : 'may';
}

export type ConsentDesk = {
  store: MeetingStore;
  own(): OwnMedia | undefined;
  request(message: ClientMessage): Promise<SendOutcome>;
  refused(outcome: SendOutcome): void;
};

/** Switches a source; people who take part unrecorded are asked first, because what they switch on would be missing from the recording. */
export async function toggleOrAsk({ store, own }: ConsentDesk, kind: OwnKind): Promise<void> {
  const { facts, own: sources } = store.get();
  const turnsOn = sources[kind] === 'off' || sources[kind] === 'muted';
  const unrecorded = facts !== null && facts.recording !== 'off' && facts.consent === 'nothing';
  if (turnsOn && unrecorded) store.dispatch({ t: 'asking', what: kind });
  else await own()?.toggle(kind);
}

/** Gives the answer to the engine, and follows it: what waited for it is switched on, or everything off. */
export async function answerConsent({ store, own, request, refused }: ConsentDesk, to: 'all' | 'nothing'): Promise<void> {
  const outcome = await request({ t: 'consent', to });
  if (outcome !== 'ok') return refused(outcome);
  const { asking } = store.get();
  store.dispatch({ t: 'asking', what: null });
  if (to === 'nothing') await own()?.hush();
  else if (asking !== null && asking !== 'again') await own()?.toggle(asking);
}
