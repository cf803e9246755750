import en from '#kit/text/en-US.json' with { type: 'json' };
import { textOf } from './text-of.ts';

export const kitText = textOf('kit', en);
