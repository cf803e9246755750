import type { SignedCaller } from '#caller.ts';
import type { CallOutcome } from '#client-answer.ts';
import type { QueryPair } from '#query.ts';
import { lockNames, lockParams, readSteering, type SteeringView, type SteerRequest } from '#steering.ts';

/**
 * The calls beyond the API. A server that does not know them refuses with `unsupportedRequest`.
 */
export function steeringCalls(caller: SignedCaller) {
  return {
    look: (meetingID: string) => asked(caller, 'atrium/look', [['meetingID', meetingID]]),
    steer: (request: SteerRequest) => asked(caller, 'atrium/steer', pairsOf(request)),
  };
}

function pairsOf({ meetingID, duration, locks = {}, lowerHand }: SteerRequest): QueryPair[] {
  const pairs: QueryPair[] = [['meetingID', meetingID]];
  if (duration !== undefined) pairs.push(['duration', String(duration)]);
  for (const name of lockNames) {
    const value = locks[name];
    if (value !== undefined) pairs.push([lockParams[name], String(value)]);
  }
  if (lowerHand !== undefined) pairs.push(['lowerHand', lowerHand]);
  return pairs;
}

async function asked(
  caller: SignedCaller,
  call: 'atrium/look' | 'atrium/steer',
  pairs: readonly QueryPair[],
): Promise<CallOutcome<SteeringView>> {
  const answer = await caller.xml(call, pairs);
  return answer.ok ? { ok: true, ...readSteering(answer.response) } : answer;
}
