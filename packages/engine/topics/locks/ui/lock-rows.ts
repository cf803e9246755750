import {
  type Icon,
  IconMessage,
  IconMessageUser,
  IconMicrophone,
  IconScreenShare,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import type { Capability, LockName } from '#protocol/rights.ts';

type LockRow = { name: LockName; icon: Icon; capability: Capability };
/** Locks with something behind them; a right that nobody has is switched off in the whole meeting, and so has no row. */
export const lockRows: readonly LockRow[] = [
  { name: 'mic', icon: IconMicrophone, capability: 'speak' },
  { name: 'cam', icon: IconVideo, capability: 'film' },
  { name: 'share', icon: IconScreenShare, capability: 'share' },
  { name: 'chat', icon: IconMessage, capability: 'chat' },
  { name: 'privateChat', icon: IconMessageUser, capability: 'chat-private' },
  { name: 'names', icon: IconUsers, capability: 'see-people' },
];
