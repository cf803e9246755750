import slidesEn from '@atrium/engine/topics/slides/text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

/** Words of the meeting's slides; on their own, so that they come with the first slide and not with every recording. */
export const slidesText = textOf('slides', slidesEn);
