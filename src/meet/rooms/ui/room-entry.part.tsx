import { IconKey, IconLockOpen, IconUserCheck, IconUserShield } from '@tabler/icons-react';
import type { RoomItem } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';

const icons = { lobby: IconUserCheck, code: IconKey, signIn: IconUserShield, open: IconLockOpen };
export type EntryWay = keyof typeof icons;

/** The strictest door decides the word: the lobby, then signing in, then a code. */
export const entryWay = (entry: RoomItem['entry']): EntryWay =>
  entry.lobby ? 'lobby' : entry.signIn ? 'signIn' : entry.code ? 'code' : 'open';

export function EntryWord({ entry }: { entry: RoomItem['entry'] }) {
  const say = roomsText();
  const way = entryWay(entry);
  const Icon = icons[way];
  return (
    <span className="row" style={{ gap: 6 }}>
      <Icon size={15} stroke={1.75} className="quiet" />
      {say(`entry.${way}`)}
    </span>
  );
}
