import { type Preset, presets } from '../iam.rules.ts';

const names: readonly string[] = presets;
/** Whether a source's name is that of a preset. */
export const isPreset = (name: string): name is Preset => names.includes(name);
