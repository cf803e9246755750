import { Status } from '#kit/ui/status.tsx';
import type { AccountItem } from '../account-views.contract.ts';

const states = { active: 'active', pending: 'waiting', suspended: 'suspended', closed: 'ended' } as const;
export function AccountState({ state, look = 'plain' }: { state: AccountItem['state']; look?: 'plain' | 'pill' }) {
  return <Status of={states[state]} look={look} />;
}
