import { redirect } from 'react-router';
import { Failure, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { languageTag, postPath } from '../blog-address.rules.ts';
import type { PostSummary, PublicPost } from '../reading.contract.ts';
import { postHead } from './post-head.hook.ts';

/** Names of the reader's and the post's language, as the reader calls them: browser and server may word them differently. */
type LanguageNames = { reader: string; post: string };
export type PostPage =
  | { state: 'there'; post: PublicPost; address: string; names: LanguageNames; previewDays: number }
  | { state: 'gone'; newest: PostSummary[] };

/** Few readers meet one: its code is no part of every post. */
export const GonePost = loadable(async () => (await import('./post-gone.part.tsx')).GonePost);

const day = 86_400_000;
function namesOf(reader: Locale, post: Locale): LanguageNames {
  const names = new Intl.DisplayNames([intlTag(reader)], { type: 'language' });
  const nameOf = (locale: Locale) => names.of(languageTag(locale)) ?? locale;
  return { reader: nameOf(reader), post: nameOf(post) };
}

async function newestOf({ api, reader }: LoadContext): Promise<PostSummary[]> {
  const { blogCalls } = await import('../reading.contract.ts');
  const { blog } = api({ blog: blogCalls });
  const own = await blog.posts({ query: { locale: reader.locale, limit: 3 } });
  return own.items.length > 0 ? own.items : (await blog.posts({ query: { limit: 3 } })).items;
}

/** An earlier address leads to the present one; what was taken down says so, for people and for search engines. */
export async function loadPost(context: LoadContext): Promise<PostPage> {
  const { api, params, url, answer, head, reader } = context;
  const { slug = '' } = params;
  if (slug === '') throw redirect('/posts', 301);
  // no post has such a name
  if (slug.length > 300) throw notFound();
  const { blogCalls } = await import('../reading.contract.ts');
  const preview = url.searchParams.get('preview')?.slice(0, 300);
  try {
    const post = await api({ blog: blogCalls }).blog.read({ params: { slug }, query: preview === undefined ? {} : { preview } });
    const address = new URL(postPath(post.slug), url.origin).href;
    head(postHead(post, address));
    return {
      ...{ state: 'there', post, address },
      names: namesOf(reader.locale, post.locale),
      previewDays: post.preview === null ? 0 : Math.max(1, Math.ceil((post.preview - reader.now) / day)),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'moved') throw redirect(postPath(String(error.data['slug'])) + url.search, 301);
    if (error.code !== 'gone') throw error;
    answer(410);
    const [newest] = await Promise.all([newestOf(context), GonePost.preload()]);
    return { state: 'gone', newest };
  }
}
