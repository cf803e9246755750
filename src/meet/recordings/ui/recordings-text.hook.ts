import reactionsEn from '@atrium/engine/topics/reactions/text/en-US.json' with { type: 'json' };
import timerEn from '@atrium/engine/topics/timer/text/en-US.json' with { type: 'json' };
import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const recordingsText = textOf('recordings', en);
/** Topics of the meeting bring their words along. */
export const reactionsText = textOf('reactions', reactionsEn);
export const timerText = textOf('timer', timerEn);
export type RecordingsSay = ReturnType<typeof recordingsText>;
