import { choiceFrom } from '@atrium/engine/ui/memory.ts';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isLocalPath } from '#kit/ui/auth/redirect-path.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { DoorFrame, RoomMark } from './door-frame.part.tsx';
import type { PublicRoom } from '../meetings.contract.ts';
import { EngineRoom } from './engine-room.part.tsx';

type UnknownFields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null;

/** What the page before handed over: devices chosen in its green room, and where to come back to. */
function wayOf(state: unknown) {
  if (!isObject(state)) return { preset: undefined, back: null };
  const { preset, back } = state;
  return {
    preset: isObject(preset)
      ? { ...choiceFrom(preset), ...(typeof preset['name'] === 'string' && { name: preset['name'] }) }
      : undefined,
    back: typeof back === 'string' && isLocalPath(back) ? back : null,
  };
}

type Props = { sessionToken: string /** The meeting's room, where that is known. */; room: PublicRoom | null };
/** The meeting in the whole window; afterwards back to where one came from. */
export function MeetingPage({ sessionToken, room }: Props) {
  const account = room?.account ?? null;
  const location = useLocation();
  const navigate = useNavigate();
  const [title, setTitle] = useState<string | null>(null);
  usePageTitle(title);
  const { preset, back } = wayOf(location.state);
  const leave = (where: string) => {
    if (back !== null) return void navigate(back, { replace: true });
    const target = new URL(where === '' ? '/' : where, window.location.href);
    if (target.origin === window.location.origin) void navigate(target.pathname + target.search, { replace: true });
    else window.location.assign(target.href);
  };
  return (
    <DoorFrame {...(account !== null && { account })}>
      <EngineRoom
        seat={new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), sessionToken })}
        preset={preset}
        settings={room?.you.settings ?? null}
        mark={account === null ? null : <RoomMark account={account} />}
        onTitle={setTitle}
        onLeave={leave}
      />
    </DoorFrame>
  );
}
