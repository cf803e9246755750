import { type State, Status } from '#kit/ui/status.tsx';
import type { MemberState } from '../iam.rules.ts';
import { iamText } from './iam-text.hook.ts';

const shapes = {
  invited: 'invited',
  expired: 'ended',
  active: 'active',
  locked: 'locked',
  ended: 'ended',
  suspended: 'suspended',
} as const satisfies Readonly<Record<MemberState, State>>;

export function UserState({ state, look = 'plain' }: { state: MemberState; look?: 'plain' | 'pill' }) {
  const say = iamText();
  // the others are said by the word of the sign itself
  const more = state === 'expired' || state === 'locked';
  return (
    <Status of={shapes[state]} look={look}>
      {more ? say(`users.state.${state}`) : undefined}
    </Status>
  );
}
