import type { Locale } from '#kit/facts.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { localeIn } from '../../blog-address.rules.ts';
import type { PostDetail, PostText } from '../../posts.contract.ts';
import { type PostsClient, postsApi } from '../posts-api.hook.ts';

type TextKey = { id: string; locale: Locale };
export const revisionsQuery = (api: PostsClient, params: TextKey) =>
  callQuery({ area: 'blog', name: 'posts.revisions', call: api.posts.revisions, input: { params } });
export const revisionQuery = (api: PostsClient, params: TextKey & { number: number }) =>
  callQuery({ area: 'blog', name: 'posts.revision', call: api.posts.revision, input: { params } });

/** A post as it is opened in one language; `text` null: that language is not begun; `original` null: it is not a translation. */
export type OpenedPost = { post: PostDetail | null; locale: Locale; text: PostText | null; original: PostText | null };

/** Without an id nothing is made yet: a post begins with its first words. */
export async function openPost({ api, params, url, reader }: LoadContext): Promise<OpenedPost> {
  const { posts } = api(postsApi);
  const { id } = params;
  const locale = localeIn(url.searchParams.get('language'));
  if (id === undefined) return { post: null, locale: locale ?? reader.locale, text: null, original: null };
  const post = await posts.get({ params: { id } });
  if (locale === undefined || locale === post.locale) return { post, locale: post.locale, text: post.text, original: null };
  const original = post.text;
  if (!post.languages.some((one) => one.locale === locale)) return { post, locale, text: null, original };
  const translated = await posts.get({ params: { id }, query: { locale } });
  return { post: translated, locale, text: translated.text, original };
}

/** What another person saved meanwhile; asked each time. */
export const conflictQuery = (api: PostsClient, { id, locale }: TextKey) => ({
  ...callQuery({ area: 'blog', name: 'posts.get', call: api.posts.get, input: { params: { id }, query: { locale } } }),
  staleTime: 0,
  gcTime: 0,
});

/** What all languages of a post share, without the revision it was read at. */
export type PostEditChange = Omit<Parameters<PostsClient['posts']['edit']>[0]['body'], 'revision'>;
