import boardEn from '@atrium/engine/topics/board/text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

/** Words of the meeting's board; on their own, so that they come with the first drawing and not with every recording. */
export const boardText = textOf('board', boardEn);
