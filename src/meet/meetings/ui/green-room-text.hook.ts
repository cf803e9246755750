import some from '@atrium/engine/text/en-US.json?only=greenRoom.devices.trouble&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('@atrium/engine/text/en-US.json', { with: { type: 'json' }});
const english: EnglishTexts = some;
/** The engine's words for the door. Those of the meeting are three times as much, and come with it. */
export const greenRoomText = textOf('engine', english);
