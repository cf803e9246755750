import en from '../text/en-US.json' with { type: 'json' };
import { textOf } from '#kit/ui/text/text-of.ts';
import type { PluginProgram } from '../guides.rules.ts';

export const pluginsText = textOf('plugins', en);
export type PluginsSay = ReturnType<typeof pluginsText>;

/** The program's own name; the guide for all others has one in the reader's language. */
export const nameOf = (say: PluginsSay, program: PluginProgram): string =>
  program.id === 'other' ? say('program.otherName') : program.name;
