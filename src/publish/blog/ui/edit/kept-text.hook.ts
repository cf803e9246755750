/** What was typed and is not on the server yet, on this device. */
import { isRichText } from '#kit/rich-text.ts';
import { draftStore } from '#kit/ui/form/draft.ts';
import type { WrittenText } from './post-saver.hook.ts';

export type UnsentText = { text: WrittenText; revision: number | null };
/** Whose text it is: another person at the same device gets none of it. `postId` null: of a post that is not made yet. */
export type KeptTextKey = { userId: string; postId: string | null; locale: string };
export type KeptText = {
  /** What the last visit could not send. */
  read: () => UnsentText | null;
  keep: (unsent: UnsentText | null) => void;
  /** The post was made: its text is kept as that post's from here on. */
  moveTo: (postId: string, revision: number) => void;
  /** A text that nothing is to be written over until its writer has decided about it. */
  aside: { read: () => UnsentText | null; keep: (unsent: UnsentText | null) => void };
};

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

function entryOf(name: string): KeptText['aside'] {
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

const nothing = { read: () => null, keep: () => {} };
export function keptText(key: KeptTextKey): KeptText {
  if (typeof window === 'undefined') return { ...nothing, moveTo: () => {}, aside: nothing };
  const nameOf = (postId: string | null) => `post:${key.userId}:${postId ?? 'new'}:${key.locale}`;
  let entry = entryOf(nameOf(key.postId));
  return {
    read: () => entry.read(),
    keep: (unsent) => entry.keep(unsent),
    moveTo: (postId, revision) => {
      const held = entry.read();
      entry.keep(null);
      entry = entryOf(nameOf(postId));
      if (held !== null) entry.keep({ ...held, revision });
    },
    aside: entryOf(`${nameOf(key.postId)}:aside`),
  };
}
