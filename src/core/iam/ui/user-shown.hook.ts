import { IconMailForward, IconPlayerPause, IconPlayerPlay, IconRestore, IconUserMinus } from '@tabler/icons-react';
import type { MemberItem } from '../iam.contract.ts';
import type { UserAct } from './user-acts.part.tsx';

export const pathOfUser = (id: string): string => `/users/IAMUsers/edit-user/${id}`;
export const shownName = ({ name, email, signInName }: MemberItem): string => (name === '' ? (email ?? signInName ?? '') : name);

export const actIcons: Readonly<Record<UserAct, typeof IconRestore>> = {
  suspend: IconPlayerPause,
  resume: IconPlayerPlay,
  reset: IconRestore,
  remove: IconUserMinus,
  resend: IconMailForward,
  revoke: IconUserMinus,
};
