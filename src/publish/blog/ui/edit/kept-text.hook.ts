/** What was typed and is not on the server yet, on this device. */
import { isRichText } from '#kit/rich-text.ts';
import { draftStore } from '#kit/ui/form/draft.ts';
import type { WrittenText } from './post-saver.hook.ts';

export type UnsentText = { text: WrittenText; revision: number | null };
export type KeptText = { read: () => UnsentText | null; keep: (unsent: UnsentText | null) => void };

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Null for what a browser holds in another shape, such as that of an earlier version. */
export function unsentOf(value: unknown): UnsentText | null {
  if (!isObject(value) || !isObject(value['text'])) return null;
  const { text, revision } = value;
  const body = text['body'];
  if (!isRichText(body) || (revision !== null && typeof revision !== 'number')) return null;
  const { title, excerpt, seoTitle, seoDescription, slug } = text;
  return {
    revision,
    text: {
      title: word(title),
      excerpt: word(excerpt),
      seoTitle: word(seoTitle),
      seoDescription: word(seoDescription),
      body,
      ...(typeof slug === 'string' && { slug }),
    },
  };
}

const nothing: KeptText = { read: () => null, keep: () => {} };
export function keptText(name: string): KeptText {
  if (typeof window === 'undefined') return nothing;
  const store = draftStore(window.localStorage, name);
  return {
    read: () => unsentOf(store.read()),
    keep: (unsent) => {
      try {
        if (unsent === null) store.remove();
        else store.write(unsent);
      } catch {
        // a browser that keeps nothing, or no more than it has: the server gets the text as soon as it can
      }
    },
  };
}
