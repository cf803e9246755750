/** What was typed and is not on the server yet, on this device: a closed tab or a refused save loses nothing. */
import type { MailWording } from '#kit/mail-wording.ts';
import { isRichText } from '#kit/rich-text.ts';
import { draftStore } from '#kit/ui/form/draft.ts';
import type { TextAddress } from './templates-data.hook.ts';

export type KeptWording = { revision: number; text: MailWording };
/** Null for what a browser holds in another shape, such as that of an earlier version. */
function wordingOf(value: Readonly<Record<string, unknown>> | null): KeptWording | null {
  if (value === null) return null;
  const { revision, subject, body } = value;
  const isWhole = typeof revision === 'number' && typeof subject === 'string' && isRichText(body);
  return isWhole ? { revision, text: { subject, body } } : null;
}

/** By person: another one at the same device gets none of it. */
export function keptWording({ userId, name, locale }: TextAddress & { userId: string }) {
  const store = () => draftStore(window.localStorage, `template:${userId}:${name}:${locale}`);
  return {
    read: () => wordingOf(store().read()),
    keep: (unsent: KeptWording | null) => {
      try {
        if (unsent === null) store().remove();
        else store().write({ revision: unsent.revision, ...unsent.text });
      } catch {
        // a browser that keeps nothing, or no more than it has: the server gets the text as soon as it can
      }
    },
  };
}
