/** One language of a post while it is written: its fields, saving, what came back from this device, and what another person saved. */
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#kit/facts.ts';
import { countWords, emptyRichText, plainTextOf } from '#kit/rich-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type Autosave, type AutosaveOptions, type AutosaveState, useAutosave } from '#kit/ui/form/autosave.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CoverPicture, PostItem } from '../../posts.contract.ts';
import type { OpenedPost } from './edit-data.hook.ts';
import { postsApi } from '../posts-api.hook.ts';
import { type KeptText, keptText, type UnsentText, type WrittenText } from './kept-text.hook.ts';

export type SharedFields = { tags: readonly string[]; canonical: string | null; coverPicture: CoverPicture | null };
/** Changes the post over its latest revision, after what else this editor is sending. A post that is not made yet is made first. */
export type ChangePost = <P extends PostItem>(change: (post: PostItem) => Promise<P>) => Promise<P>;
export type PostWriting = {
  locale: Locale;
  /** Null until its first words or settings are saved. */
  post: PostItem | null;
  setPost: (post: PostItem) => void;
  changePost: ChangePost;
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
  saver: Autosave<WrittenText>;
  state: AutosaveState;
  /** A text of this device beside the one that is shown: of an older revision, or the one that gave way to another person's. */
  unsent: UnsentText | null;
  restoreUnsent: () => Promise<void>;
  dropUnsent: () => void;
  /** Ends a conflict. Theirs stays a revision; mine stays on this device until it is used or discarded. */
  resolve: (keep: 'mine' | 'theirs') => Promise<void>;
  /** Keeps the text as it is as a revision under that name. */
  keepNamed: (name: string) => Promise<boolean>;
  /** Puts a text in place of this one, such as a revision; this one is kept as a revision. */
  replace: (text: Partial<WrittenText>) => Promise<boolean>;
};

const blank: WrittenText = { title: '', excerpt: '', seoTitle: '', seoDescription: '', body: emptyRichText };
export const writtenOf = ({ title, excerpt, seoTitle, seoDescription, body }: WrittenText): WrittenText => ({
  ...{ title, excerpt, seoTitle, seoDescription, body },
});
const wordsOf = (text: WrittenText): number => countWords(plainTextOf(text.body));

/** One after the other: a save, a change of the shared fields and a step each count up what the next one is sent over. */
function useTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work) => {
    const turn = last.current.then(work, work);
    last.current = turn.catch(() => null);
    return turn;
  };
}

type OnServer = { post: PostItem | null; slug: string };
type MadePost = (id: string, revision: number) => void;
/** Writes to the server, and makes the post first when there is none. */
function useWrite(opened: OpenedPost, onMade: MadePost) {
  const api = useApi(postsApi);
  const { locale } = opened;
  const inTurn = useTurns();
  /** Revision of the text that the post was made with. */
  const begun = useRef<number | null>(null);
  const [onServer, setOnServer] = useState<OnServer>({ post: opened.post, slug: opened.text?.slug ?? '' });
  const latest = useRef(onServer);
  const set = (next: OnServer) => {
    latest.current = next;
    setOnServer(next);
  };
  const setPost = (post: PostItem) => set({ ...latest.current, post });
  const begin = async (title: string): Promise<PostItem> => {
    const { text, ...post } = await api.posts.create({ body: { locale, title } });
    begun.current = text.revision;
    set({ post, slug: text.slug });
    onMade(post.id, text.revision);
    return post;
  };
  const write: AutosaveOptions<WrittenText>['write'] = (text, { revision, name }) =>
    inTurn(async () => {
      const { id } = latest.current.post ?? (await begin(text.title));
      const body = { ...text, revision: revision ?? begun.current, ...(name !== undefined && { name }) };
      const { post, ...saved } = await api.posts.write({ params: { id, locale }, body });
      set({ post, slug: saved.slug });
      return saved;
    });
  const changePost: ChangePost = (change) =>
    inTurn(async () => {
      const changed = await change(latest.current.post ?? (await begin('')));
      setPost(changed);
      return changed;
    });
  return { write, onServer, setPost, changePost };
}

function useUnsentText(kept: KeptText, { revision, take }: { revision: number | null; take: (text: WrittenText) => void }) {
  const [unsent, setUnsent] = useState<UnsentText | null>(null);
  const first = useRef({ kept, revision, take });
  useEffect(() => {
    const { aside, read, keep } = first.current.kept;
    const found = read();
    // nobody wrote since: it goes on where it was
    if (found !== null && found.revision === first.current.revision) first.current.take(found.text);
    else if (found !== null) {
      // what is typed from here on must not be written over it
      aside.keep(found);
      keep(null);
    }
    setUnsent(aside.read());
  }, []);
  const put = (next: UnsentText | null) => {
    kept.aside.keep(next);
    setUnsent(next);
  };
  return { unsent, put };
}

/** `onPost` is called while the screen is still shown only: an address must not be given to another page. */
export function usePostWriting(opened: OpenedPost, onPost: (id: string) => void): PostWriting {
  const api = useApi(postsApi);
  const { user } = useAuth();
  const { locale } = opened;
  const [kept] = useState(() => keptText({ userId: user?.id ?? '', postId: opened.post?.id ?? null, locale }));
  const [{ text, round }, setText] = useState({ text: opened.text === null ? blank : writtenOf(opened.text), round: 0 });
  // two fields may change before the screen is drawn again
  const latest = useRef(text);
  const [shared, setShared] = useState<SharedFields>({
    tags: opened.post?.tags ?? [],
    canonical: opened.post?.canonical ?? null,
    coverPicture: opened.post?.coverPicture ?? null,
  });
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const { write, onServer, setPost, changePost } = useWrite(opened, (id, revision) => {
    kept.moveTo(id, revision);
    saver.rebase(revision);
    if (shown.current) onPost(id);
  });
  const revision = opened.text?.revision ?? null;
  const { saver, state } = useAutosave<WrittenText>({ revision, savedAt: opened.text?.editedAt ?? null, write, keep: kept.keep });
  const show = (next: WrittenText, editor: 'same' | 'over') => {
    latest.current = next;
    setText((before) => ({ text: next, round: editor === 'over' ? before.round + 1 : before.round }));
  };
  const take = (next: WrittenText) => {
    show(next, 'over');
    saver.change(next);
  };
  const { unsent, put } = useUnsentText(kept, { revision, take });
  const replace = (next: Partial<WrittenText>) => {
    take({ ...latest.current, ...next });
    return saver.flush('');
  };
  return {
    ...{ locale, text, round, saver, state, unsent, setPost, changePost, shared, setShared, replace },
    post: onServer.post,
    slug: onServer.slug,
    words: wordsOf(text),
    change: (change) => {
      const next = { ...latest.current, ...change };
      show(next, 'same');
      saver.change(next);
    },
    restoreUnsent: async () => {
      if (unsent !== null && (await replace(unsent.text))) put(null);
    },
    dropUnsent: () => put(null),
    keepNamed: (name) => {
      if (!saver.unsent()) saver.change(latest.current);
      return saver.flush(name);
    },
    resolve: async (keep) => {
      const params = { id: onServer.post?.id ?? '' };
      const { text: other, ...post } = await api.posts.get({ params, query: { locale } });
      if (keep === 'mine') return void (await saver.resume(other.revision));
      put({ text: latest.current, revision: saver.revision() });
      setPost(post);
      show(writtenOf(other), 'over');
      saver.adopt(other);
    },
  };
}
