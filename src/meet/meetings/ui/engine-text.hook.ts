import en from '@atrium/engine/text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

/** Words of the engine's own screens, in the reader's language. */
export const engineText = textOf('engine', en);
