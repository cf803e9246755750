import { Sign } from '#kit/ui/row-signs.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { roomsText } from './rooms-text.hook.ts';

const signs = { lobby: 'personCheck', code: 'key', signIn: 'personShield', open: 'lockOpen' } as const;
export type EntryWay = keyof typeof signs;

/** The strictest door decides the word: the lobby, then signing in, then a code. */
export const entryWay = (entry: RoomItem['entry']): EntryWay =>
  entry.lobby ? 'lobby' : entry.signIn ? 'signIn' : entry.code ? 'code' : 'open';

export function EntryWord({ entry }: { entry: RoomItem['entry'] }) {
  const say = roomsText();
  const way = entryWay(entry);
  return (
    <span className="row" style={{ gap: 6 }}>
      <Sign of={signs[way]} size={15} className="quiet" />
      {say(`entry.${way}`)}
    </span>
  );
}
