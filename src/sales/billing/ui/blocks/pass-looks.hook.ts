import type { StatusState } from '#kit/ui/status.tsx';
import type { PassState } from '../../passes.rules.ts';

/** How an event pass stands, in the states that the kit knows. */
export const passLooks: Readonly<Record<PassState, StatusState>> = {
  waiting: 'waiting',
  coming: 'ready',
  on: 'active',
  over: 'ended',
  lapsed: 'void',
  taken_back: 'void',
};
