import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const filesText = textOf('files', en);
export type FilesSay = ReturnType<typeof filesText>;
