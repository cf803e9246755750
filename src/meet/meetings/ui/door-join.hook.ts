import type { DeviceChoice } from '@atrium/engine/ui/green-room.tsx';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { PublicRoom } from '../meetings.contract.ts';
import { useGoToMeeting } from './blocks/go-to-meeting.hook.ts';
import { withInvitation } from './link-invitation.hook.ts';
import { meetingsApi } from './meetings-api.hook.ts';
import { meetingsText } from './meetings-text.hook.ts';

const refusals = [
  'room_full',
  'entry_locked',
  'organisation_required',
  'meeting_ended',
  'lobby_denied',
  'no_server',
  'server_failed',
] as const;
/** Why the way in is shut for the moment. */
export type JoinRefusal = (typeof refusals)[number];
const isRefusal = (code: string): code is JoinRefusal => refusals.some((one) => one === code);

/** What a visitor said at the door. */
export type DoorAnswers = { name: string; code: string; consent: 'agreed' | 'no' };
export type DoorTroubles = { name?: string; code?: string; consent?: string; other?: string };
export type DoorState =
  | { at: 'ready'; troubles: DoorTroubles }
  | { at: 'joining'; choice: DeviceChoice }
  | { at: 'waiting'; choice: DeviceChoice }
  | { at: 'sign-in' }
  | { at: 'refused'; why: JoinRefusal };

const ready: DoorState = { at: 'ready', troubles: {} };

/** What is missing before the server is asked. The first one gets the focus. */
function useMissing(room: PublicRoom, invitation: string | null) {
  const say = meetingsText();
  return ({ name, code, consent }: DoorAnswers): DoorTroubles => {
    const needsName = !room.you.signedIn && name.trim() === '';
    // whether an invitation still counts, the server says
    const needsCode = room.needsCode && !room.you.skipsCode && invitation === null && code.trim() === '';
    return {
      ...(needsName && { name: say('trouble.name') }),
      ...(needsCode && { code: say('trouble.code_required') }),
      ...(room.asksConsent && consent === 'no' && { consent: say('trouble.consent_required') }),
    };
  };
}

const fieldOf: Readonly<Record<string, 'name' | 'code' | 'consent' | undefined>> = {
  // of all that is typed here, only a name can be unreadable
  invalid_input: 'name',
  wrong_code: 'code',
  code_required: 'code',
  consent_required: 'consent',
};

/** Joining from the door: asks, waits for the host, says what is wrong, and goes on by itself. */
export function useDoor(room: PublicRoom, { answers, invitation }: { answers: DoorAnswers; invitation: string | null }) {
  const say = meetingsText();
  const api = useApi(meetingsApi);
  const go = useGoToMeeting();
  const failureText = useFailureText(say);
  const missing = useMissing(room, invitation);
  const [state, setState] = useState<DoorState>(ready);
  const refused = (error: unknown, choice: DeviceChoice): DoorState => {
    const code = error instanceof Failure ? error.code : '';
    if (code === 'waiting_for_host') return { at: 'waiting', choice };
    if (code === 'sign_in_required') return { at: 'sign-in' };
    if (isRefusal(code)) return { at: 'refused', why: code };
    return { at: 'ready', troubles: { [fieldOf[code] ?? 'other']: failureText(error) } };
  };
  const ask = async (choice: DeviceChoice) => {
    const code = answers.code.trim();
    const body = {
      ...(!room.you.signedIn && { name: answers.name.trim() }),
      ...(code !== '' && { code }),
      ...(answers.consent === 'agreed' && { consent: true }),
      ...withInvitation(invitation),
    };
    try {
      const { url } = await api.meetings.join({ params: { slug: room.slug }, body });
      await go(url, { preset: choice });
    } catch (error) {
      setState(refused(error, choice));
    }
  };
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  return {
    state,
    join: (choice: DeviceChoice) => {
      const troubles = missing(answers);
      if (Object.keys(troubles).length > 0) return setState({ at: 'ready', troubles });
      setState({ at: 'joining', choice });
      void ask(choice);
    },
    /** The room has come to life: waiting people ask again. */
    knockAgain: (choice: DeviceChoice) => void asking.current(choice),
    back: () => setState(ready),
    clear: (field: keyof DoorTroubles) =>
      setState((now) =>
        now.at === 'ready' && now.troubles[field] !== undefined
          ? { at: 'ready', troubles: { ...now.troubles, [field]: undefined } }
          : now,
      ),
  };
}
