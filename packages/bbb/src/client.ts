import { type ClientSettings, callerOf } from '#caller.ts';
import { hookCalls } from '#hooks/hook-client.ts';
import { joinCalls } from '#join-client.ts';
import { meetingCalls } from '#meeting-client.ts';
import { recordingCalls } from '#recordings/recording-client.ts';
import { steeringCalls } from '#steering-client.ts';

/**
 * The client half. Every function gives `{ok: true, …}` or the server's refusal `{ok: false, key, message}`.
 * @throws BbbUnreachable when nothing answers, BbbBadAnswer when it is no BBB answer, AddressError and RangeError for
 *   unusable settings.
 */
export function bbbClient(settings: ClientSettings) {
  const caller = callerOf(settings);
  return {
    ...meetingCalls(caller, settings.createRetryDelaysMs ?? [300, 1000]),
    ...joinCalls(caller),
    ...recordingCalls(caller),
    hooks: hookCalls(caller),
    steering: steeringCalls(caller),
  };
}

/** The functions of one server. */
export type BbbClient = ReturnType<typeof bbbClient>;
