/** What was typed and is not on the server yet, on this device. */
import { isRichText } from '#kit/rich-text.ts';
import type { UnsentVersion } from '#kit/ui/form/autosave.ts';
import { type DeviceDraft, deviceDraft } from '#kit/ui/form/draft.ts';
import type { PostText } from '../../posts.contract.ts';

export type WrittenText = Pick<PostText, 'title' | 'excerpt' | 'seoTitle' | 'seoDescription' | 'body'> & {
  /** Left out: the server makes it from the title. */
  slug?: string | undefined;
};
export type UnsentText = UnsentVersion<WrittenText>;
/** Whose text it is: another person at the same device gets none of it. `postId` null: of a post that is not made yet. */
export type KeptTextKey = { userId: string; postId: string | null; locale: string };
export type KeptText = DeviceDraft<UnsentText> & {
  /** The post was made: its text is kept as that post's from here on. */
  moveTo: (postId: string, revision: number) => void;
  /** A text that nothing is to be written over until its writer has decided about it. */
  aside: DeviceDraft<UnsentText>;
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

export function keptText(key: KeptTextKey): KeptText {
  const nameOf = (postId: string | null) => `post:${key.userId}:${postId ?? 'new'}:${key.locale}`;
  const draftOf = (name: string) => deviceDraft(name, unsentOf);
  let entry = draftOf(nameOf(key.postId));
  return {
    read: () => entry.read(),
    keep: (unsent) => entry.keep(unsent),
    moveTo: (postId, revision) => {
      const held = entry.read();
      entry.keep(null);
      entry = draftOf(nameOf(postId));
      if (held !== null) entry.keep({ ...held, revision });
    },
    aside: draftOf(`${nameOf(key.postId)}:aside`),
  };
}
