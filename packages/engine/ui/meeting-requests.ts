import type { ClientMessage } from '#protocol/messages.ts';
import type { SendOutcome } from '#ui/media/connection.ts';
import type { MeetingDesk } from '#ui/meeting-desk.ts';

/** Asks the engine; `lost` where there is no way to it. */
export const sendFrom = (desk: MeetingDesk, message: ClientMessage): Promise<SendOutcome> =>
  desk.parts?.connection.request(message) ?? Promise.resolve('lost');

/** Unique enough for the few commands that wait for an answer; pages without https have no randomUUID. */
const randomId = (): string => Math.random().toString(36).slice(2);

/** Tells the person why the engine did not do what they asked for. */
export function tellRefusal(desk: MeetingDesk, outcome: SendOutcome): void {
  if (outcome === 'ok' || outcome === 'unknown-member' || outcome === 'unknown-key' || outcome === 'unknown-page') return;
  const what =
    outcome === 'locked' ? 'locked' : outcome === 'too-fast' ? 'too-fast' : outcome === 'lost' ? 'not-sent' : 'not-allowed';
  desk.store.dispatch({ t: 'notice', what });
}

/** The person who ends it reads so; the socket may close before the answer comes. */
export async function endForAll(desk: MeetingDesk): Promise<void> {
  const { store } = desk;
  store.dispatch({ t: 'ending', ending: 'by-you' });
  const outcome = await sendFrom(desk, { t: 'end' });
  if (outcome === 'ok' || store.get().phase === 'over') return;
  store.dispatch({ t: 'ending', ending: 'no' });
  tellRefusal(desk, outcome);
}

/** A command of a topic; tells the person when the engine refused. */
export async function commandTopic(
  desk: MeetingDesk,
  { topic, command }: { topic: string; command: object },
): Promise<SendOutcome> {
  const outcome = await sendFrom(desk, { t: 'do', topic, cid: randomId(), command });
  tellRefusal(desk, outcome);
  return outcome;
}
