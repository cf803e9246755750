import { Ltr } from '#kit/ui/bits.tsx';
import { settingsText } from './settings-text.hook.ts';

/** Said under a field that the environment sets. */
export function FixedNote({ variable }: { variable: string }) {
  const say = settingsText();
  return <>{say.rich('fixed', { variable, code: (words) => <Ltr mono="mono">{words}</Ltr> })}</>;
}
/** The props of a field: read-only with its reason where the environment sets it, else with its hint. */
export const fixedProps = (variable: string | null, hint?: string) =>
  variable === null
    ? hint === undefined
      ? {}
      : { description: hint }
    : { disabled: true, description: <FixedNote variable={variable} /> };
