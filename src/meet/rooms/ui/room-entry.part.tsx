import type { ReactNode } from 'react';
import { signOf } from '#kit/ui/table/row-signs.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import type { RoomsSay } from './rooms-text.hook.ts';

const signs = { lobby: 'personCheck', code: 'key', signIn: 'personShield', open: 'lockOpen' } as const;
export type EntryWay = keyof typeof signs;

/** The strictest door decides the word: the lobby, then signing in, then a code. */
export const entryWay = (entry: RoomItem['entry']): EntryWay =>
  entry.lobby ? 'lobby' : entry.signIn ? 'signIn' : entry.code ? 'code' : 'open';

const near = { gap: 6 };
/** The door in a word with its sign. Called, not mounted: a list has fifty of them. */
export function entryWord(entry: RoomItem['entry'], say: RoomsSay): ReactNode {
  const way = entryWay(entry);
  return (
    <span className="row" style={near}>
      {signOf({ of: signs[way], size: 15, className: 'quiet' })}
      {say(`entry.${way}`)}
    </span>
  );
}
