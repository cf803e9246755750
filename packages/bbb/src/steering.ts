import { type BbbResponse, success } from '#answers.ts';
import { type CallFailure, failure } from '#failure.ts';
import { clean, readMeetingId, textField } from '#fields.ts';
import type { QueryParams } from '#query.ts';
import { childOf, childrenOf, flagOf, numberOf, optionalNumberOf, textOf } from '#reading.ts';
import { element, type XmlNode } from '#xml.ts';

/** What viewers may not do; moderators always may. */
export type LockSettings = { mic: boolean; cam: boolean; chat: boolean };
export const lockNames = ['mic', 'cam', 'chat'] as const satisfies readonly (keyof LockSettings)[];

/** One person as their server sees them beyond the API. `userID` is the external ID. */
export type PersonView = {
  userID: string;
  /** Time spent speaking so far, milliseconds. */
  talkedMs: number;
  speaking: boolean;
  /** When the hand was raised, epoch milliseconds; null when it is down. */
  handAt: number | null;
};

/** A running meeting beyond what `getMeetingInfo` tells. */
export type SteeringView = {
  /** Minutes from its creation on that it may last; 0 = no limit. */
  duration: number;
  locks: LockSettings;
  people: readonly PersonView[];
};

/** `atrium/look` of a meeting that runs, and what `atrium/steer` answers when it is done. */
export function steeringAnswer(view: SteeringView): BbbResponse {
  return success([
    element('duration', view.duration),
    element(
      'locks',
      lockNames.map((name) => element(name, view.locks[name])),
    ),
    element(
      'people',
      view.people.map((person) =>
        element('person', [
          element('userID', person.userID),
          element('talkedMs', Math.round(person.talkedMs)),
          element('speaking', person.speaking),
          ...(person.handAt === null ? [] : [element('handAt', person.handAt)]),
        ]),
      ),
    ),
  ]);
}

/** Reads the answer of both calls. */
export function readSteering(response: XmlNode): SteeringView {
  const locks = childOf(response, 'locks');
  return {
    duration: numberOf(response, 'duration'),
    locks: { mic: flagOf(locks, 'mic'), cam: flagOf(locks, 'cam'), chat: flagOf(locks, 'chat') },
    people: childrenOf(childOf(response, 'people'), 'person').map((node) => ({
      userID: textOf(node, 'userID'),
      talkedMs: numberOf(node, 'talkedMs'),
      speaking: flagOf(node, 'speaking'),
      handAt: optionalNumberOf(node, 'handAt') ?? null,
    })),
  };
}

/** What is asked of a running meeting. What is left out stays as it is; repeating a request changes nothing more. */
export type SteerRequest = {
  meetingID: string;
  /** Minutes from its creation on that it may last, at least 1. */
  duration?: number | undefined;
  locks?: Partial<LockSettings> | undefined;
  /** External ID of the person whose hand goes down. */
  lowerHand?: string | undefined;
};

/** The parameter of each lock. */
export const lockParams = { mic: 'lockMic', cam: 'lockCam', chat: 'lockChat' } as const satisfies Record<
  keyof LockSettings,
  string
>;

/** Judges and reads the parameters of `atrium/steer`. */
export function readSteer(params: QueryParams): { readonly ok: true; readonly value: SteerRequest } | CallFailure {
  const id = readMeetingId(params);
  if (!id.ok) return id;
  const duration = textField(params, 'duration');
  if (duration !== '' && !/^[1-9][0-9]{0,5}$/.test(duration))
    return failure('validationError', 'The duration must be a whole number of minutes from 1 on');
  const locks: Partial<LockSettings> = {};
  for (const name of lockNames) {
    const value = textField(params, lockParams[name]).toLowerCase();
    if (value !== '' && value !== 'true' && value !== 'false')
      return failure('validationError', `The parameter ${lockParams[name]} must be true or false`);
    if (value !== '') locks[name] = value === 'true';
  }
  const lowerHand = clean(params.first.get('lowerHand') ?? '');
  const value: SteerRequest = { meetingID: id.value, locks };
  if (duration !== '') value.duration = Number.parseInt(duration, 10);
  if (lowerHand !== '') value.lowerHand = lowerHand;
  return { ok: true, value };
}
