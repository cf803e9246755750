import { Failure } from '#kit/errors.ts';
import { kitText } from './text/kit-text.ts';
import type { Say, Values } from './text/text-of.ts';

type AnySay = { (key: string, values?: Values): string; has: (key: string) => boolean };
const plain = (data: Failure['data']): Values => Object.fromEntries(Object.entries(data).map(([k, v]) => [k, Array.isArray(v) ? v.join(', ') : String(v)]));

/**
 * Words for a failed call: `errors.<code>` of the domain's texts when there, else the kit's, else "something went wrong".
 * @example const failureText = useFailureText(roomsText()); … failureText(error)
 */
export function useFailureText<K extends string>(own?: Say<K>): (error: unknown) => string {
  const kit = kitText();
  return (error) => {
    if (!(error instanceof Failure)) return kit('errors.unknown');
    const key = `errors.${error.code}`;
    const values = plain(error.data);
    if (own?.has(key)) return own(key, values);
    return kit.has(key) ? kit(key, values) : kit('errors.unknown');
  };
}

/** Words for what is wrong with one field; the same search in `fieldErrors.<code>`. */
export function fieldErrorText(code: string, says: { kit: AnySay; own?: AnySay | undefined; values?: Values }): string {
  const key = `fieldErrors.${code}`;
  if (says.own?.has(key)) return says.own(key, says.values);
  return says.kit.has(key) ? says.kit(key, says.values) : says.kit('fieldErrors.invalid');
}
