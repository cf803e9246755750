import { IconVideo } from '@tabler/icons-react';
import { Face } from '#kit/ui/bits.tsx';
import type { PresenceState } from '../chat.rules.ts';
import { chatText } from './chat-text.hook.ts';
import s from './presence-face.module.css';

type PresenceFaceProps = { name: string; size: number; state: PresenceState | null };
/** A face with a green dot while the person is online, and a camera while they are in a meeting. */
export function PresenceFace({ name, size, state }: PresenceFaceProps) {
  const say = chatText();
  return (
    <span className={s.face}>
      <Face name={name} size={size} />
      {state !== null && (
        <span className={s.mark} data-state={state} title={say(`presence.${state}`)}>
          {state === 'meeting' && <IconVideo size={10} stroke={2.25} aria-hidden="true" />}
          <span className="hidden">{say(`presence.${state}`)}</span>
        </span>
      )}
    </span>
  );
}
