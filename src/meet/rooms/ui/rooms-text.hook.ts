import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const roomsText = textOf('rooms', en);
export type RoomsSay = ReturnType<typeof roomsText>;
