import { textOf } from '#kit/ui/text/text-of.ts';
import en from './text/en-US.json' with { type: 'json' };

/** Apart from the kit's own words, which every page brings along. */
export const dateFieldText = textOf('dateField', en);
