import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';

export const serversText = textOf('servers', en);
export type ServersSay = ReturnType<typeof serversText>;
