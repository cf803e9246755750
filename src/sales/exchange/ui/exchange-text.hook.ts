import { textOf } from '#kit/ui/text/text-of.ts';
import en from '../text/en-US.json' with { type: 'json' };

export const exchangeText = textOf('exchange', en);
