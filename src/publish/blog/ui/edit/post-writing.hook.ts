/** One language of a post while it is written: its fields, saving, what came back from this device, and what another person saved. */
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#kit/facts.ts';
import { countWords, emptyRichText, plainTextOf } from '#kit/rich-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { PostItem, PostText } from '../../posts.contract.ts';
import { type OpenedPost, postEditApi } from './edit-data.hook.ts';
import { type KeptText, keptText, type UnsentText } from './kept-text.hook.ts';
import { type PostSaver, type PostSaverOptions, type SaveState, usePostSaver, type WrittenText } from './post-saver.hook.ts';

export type SharedFields = { tags: readonly string[]; canonical: string | null };
export type PostWriting = {
  locale: Locale;
  /** Null until its first words are saved. */
  post: PostItem | null;
  setPost: (post: PostItem) => void;
  /** With the post, what all its languages share and lists do not show. */
  shared: SharedFields;
  setShared: (shared: SharedFields) => void;
  text: WrittenText;
  words: number;
  /** Address of this language on the server. */
  slug: string;
  /** Changes with a text that does not come from the editor, which then starts over. */
  round: number;
  change: (change: Partial<WrittenText>) => void;
  saver: PostSaver;
  state: SaveState;
  /** Text of this device that belongs to an older text of the server. */
  unsent: UnsentText | null;
  useUnsent: () => void;
  dropUnsent: () => void;
  /** Ends a conflict; the other text stays a revision either way. */
  resolve: (keep: 'mine' | 'theirs') => Promise<void>;
  /** Keeps the text as it is as a revision under that name. */
  keepNamed: (name: string) => Promise<boolean>;
  /** Puts a text in place of this one, such as a revision. */
  replace: (text: Partial<WrittenText>, name: string) => Promise<boolean>;
};

const blank: WrittenText = { title: '', excerpt: '', seoTitle: '', seoDescription: '', body: emptyRichText };
export const writtenOf = ({ title, excerpt, seoTitle, seoDescription, body }: WrittenText): WrittenText => ({
  ...{ title, excerpt, seoTitle, seoDescription, body },
});
const wordsOf = (text: WrittenText): number => countWords(plainTextOf(text.body));

type Begun = { id: string; revision: number };
type OnServer = { post: PostItem | null; slug: string };

/** Writes to the server, and makes the post first when there is none. */
function useWrite(opened: OpenedPost, onPost: (id: string) => void) {
  const api = useApi(postEditApi);
  const { locale } = opened;
  const begun = useRef<Begun | null>(null);
  const [onServer, setOnServer] = useState<OnServer>({ post: opened.post, slug: opened.text?.slug ?? '' });
  const idOf = async (title: string): Promise<Begun | { id: string; revision: null }> => {
    if (opened.post !== null) return { id: opened.post.id, revision: null };
    if (begun.current === null) {
      const made = await api.posts.create({ body: { locale, title } });
      begun.current = { id: made.id, revision: made.text.revision };
      onPost(made.id);
    }
    return begun.current;
  };
  const write: PostSaverOptions['write'] = async (text, { revision, name }) => {
    const { id, revision: first } = await idOf(text.title);
    const body = { ...text, revision: revision ?? first, ...(name !== undefined && { name }) };
    const { post, ...saved } = await api.posts.write({ params: { id, locale }, body });
    setOnServer({ post, slug: saved.slug });
    return saved;
  };
  return { write, onServer, setPost: (post: PostItem) => setOnServer((before) => ({ ...before, post })) };
}

function useUnsentText(kept: KeptText, { revision, take }: { revision: number | null; take: (text: WrittenText) => void }) {
  const [unsent, setUnsent] = useState<UnsentText | null>(null);
  const first = useRef({ kept, revision, take });
  useEffect(() => {
    const found = first.current.kept.read();
    if (found === null) return;
    // nobody wrote since: it goes on where it was
    if (found.revision === first.current.revision) first.current.take(found.text);
    else setUnsent(found);
  }, []);
  return { unsent, setUnsent };
}

export function usePostWriting(opened: OpenedPost, onPost: (id: string) => void): PostWriting {
  const api = useApi(postEditApi);
  const { locale } = opened;
  const [kept] = useState(() => keptText(`post:${opened.post?.id ?? 'new'}:${locale}`));
  const [{ text, round }, setText] = useState({ text: opened.text === null ? blank : writtenOf(opened.text), round: 0 });
  // two fields may change before the screen is drawn again
  const latest = useRef(text);
  const [shared, setShared] = useState<SharedFields>({
    tags: opened.post?.tags ?? [],
    canonical: opened.post?.canonical ?? null,
  });
  const { write, onServer, setPost } = useWrite(opened, onPost);
  const revision = opened.text?.revision ?? null;
  const { saver, state } = usePostSaver({ revision, savedAt: opened.text?.editedAt ?? null, write, keep: kept.keep });
  const show = (next: WrittenText, editor: 'same' | 'over') => {
    latest.current = next;
    setText((before) => ({ text: next, round: editor === 'over' ? before.round + 1 : before.round }));
  };
  const take = (next: WrittenText) => {
    show(next, 'over');
    saver.change(next);
  };
  const { unsent, setUnsent } = useUnsentText(kept, { revision, take });
  const theirs = async (): Promise<PostText> => {
    const id = onServer.post?.id ?? '';
    return (await api.posts.get({ params: { id }, query: { locale } })).text;
  };
  const replace = (next: Partial<WrittenText>, name: string) => {
    take({ ...latest.current, ...next });
    return saver.flush(name);
  };
  return {
    ...{ locale, text, round, saver, state, unsent, setPost, shared, setShared, replace },
    post: onServer.post,
    slug: onServer.slug,
    words: wordsOf(text),
    change: (change) => {
      const next = { ...latest.current, ...change };
      show(next, 'same');
      saver.change(next);
    },
    useUnsent: () => {
      if (unsent !== null) take(unsent.text);
      setUnsent(null);
    },
    dropUnsent: () => {
      kept.keep(null);
      setUnsent(null);
    },
    keepNamed: (name) => {
      if (!saver.unsent()) saver.change(latest.current);
      return saver.flush(name);
    },
    resolve: async (keep) => {
      const other = await theirs();
      // the server keeps theirs as a revision when it is written over
      if (!(await saver.resume(other.revision)) || keep === 'mine') return;
      await replace(writtenOf(other), '');
    },
  };
}
