import most from '../text/en-US.json?without=bulk.defaults.conflict.none.like&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../text/en-US.json', { with: { type: 'json' }});
const english: Omit<EnglishTexts, 'bulk' | 'defaults' | 'conflict' | 'none' | 'like'> = most;
export const roomsText = textOf('rooms', english);
export type RoomsSay = ReturnType<typeof roomsText>;
