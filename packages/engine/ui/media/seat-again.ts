import type { PublishedSource } from '#protocol/messages.ts';
import type { OwnState } from '#ui/state.ts';

/** `say`: tells the engine what the microphone is; `obey`: follows a host; `withdraw`: takes a source back that is not sent any more. */
export type SeatStep = { t: 'say'; muted: boolean } | { t: 'obey' } | { t: 'withdraw'; key: string };

/**
 * What is to be done when a seat was taken back, so that the page and the engine mean the same: requests that were made while
 * the socket was lost never arrived, and the other way round. `unsaid`: the person switched the microphone and the engine has
 * not confirmed it. `sent`: the keys that the page sends.
 */
export function seatSteps(now: {
  sources: readonly PublishedSource[];
  sent: readonly string[];
  mic: OwnState;
  unsaid: 'unsaid' | 'said';
}): SeatStep[] {
  const steps: SeatStep[] = now.sources
    .filter(({ key }) => !now.sent.includes(key))
    .map(({ key }) => ({ t: 'withdraw', key }) as const);
  const seen = now.sources.find(({ key }) => key === 'mic');
  if (!seen || !now.sent.includes('mic')) return steps;
  if (now.mic === 'muted' && !seen.muted) steps.push({ t: 'say', muted: true });
  // Without an own word that got lost it was a host who muted meanwhile.
  if (now.mic === 'on' && seen.muted) steps.push(now.unsaid === 'unsaid' ? { t: 'say', muted: false } : { t: 'obey' });
  return steps;
}
