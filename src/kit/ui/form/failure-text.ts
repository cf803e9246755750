import { Failure } from '#kit/errors.ts';
import { BotCheckError } from '#kit/ui/bot-check-error.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { OpenSay, TextValues } from '#kit/ui/text/text-of.ts';
import { useWaysOut } from '#kit/ui/way-out.tsx';

const plain = (data: Failure['data']): TextValues =>
  Object.fromEntries(
    Object.entries(data).map(([k, v]) => [k, Array.isArray(v) ? v.join(', ') : typeof v === 'number' ? v : String(v)]),
  );

/**
 * Words for a failed call: `errors.<code>` of the domain's texts when there (`errors.<code>_because` with a reason), else the kit's, else "something went wrong".
 * @example const failureText = useFailureText(roomsText()); … failureText(error)
 */
export function useFailureText(own?: OpenSay): (error: unknown) => string {
  const kit = kitText();
  const ways = useWaysOut();
  return (error) => {
    if (error instanceof BotCheckError) return kit(`botCheck.${error.trouble}`);
    if (!(error instanceof Failure)) return kit('errors.unknown');
    // the server says which limit, how much of it and what lifts it, in the reader's language
    const { text, link } = error.data;
    if (error.code === 'limit_reached' && typeof text === 'string' && text !== '') {
      if (typeof link === 'string') ways.note(text, link);
      return text;
    }
    const key = `errors.${error.code}`;
    const values = plain(error.data);
    const because = values['reason'] === undefined ? undefined : own?.maybe(`${key}_because`, values);
    return because ?? own?.maybe(key, values) ?? kit.maybe(key, values) ?? kit('errors.unknown');
  };
}

export type FieldSays = { kit: OpenSay; own: OpenSay | undefined };
/** Words for what is wrong with one field; the same search in `fieldErrors.<code>`. */
export function fieldErrorText(code: string, { kit, own }: FieldSays, values: TextValues): string {
  const key = `fieldErrors.${code}`;
  return own?.maybe(key, values) ?? kit.maybe(key, values) ?? kit.maybe('fieldErrors.invalid') ?? code;
}
