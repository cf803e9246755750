import { IconPlayerPause } from '@tabler/icons-react';
import { type StatusState, Status } from '#kit/ui/status.tsx';
import { StatusShape } from '#kit/ui/status-shape.tsx';
import type { MemberState } from '../iam.rules.ts';
import { iamText } from './iam-text.hook.ts';

const shapes = {
  invited: 'invited',
  expired: 'ended',
  active: 'active',
  locked: 'locked',
  ended: 'ended',
  suspended: 'suspended',
} as const satisfies Readonly<Record<Exclude<MemberState, 'resting'>, StatusState>>;

export function UserState({ state, look = 'plain' }: { state: MemberState; look?: 'plain' | 'pill' }) {
  const say = iamText();
  if (state === 'resting') return <StatusShape hue="grey" icon={IconPlayerPause} look={look} word={say('users.state.resting')} />;
  // the others use the default text of the status
  const more = state === 'expired' || state === 'locked';
  return (
    <Status of={shapes[state]} look={look}>
      {more ? say(`users.state.${state}`) : undefined}
    </Status>
  );
}
