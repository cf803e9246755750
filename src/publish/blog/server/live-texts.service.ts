/** A published post in all its public languages, for a domain that sends it on. */
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import type { Db } from '#kit/server/db/db.ts';
import { excerptFor } from './post-view.service.ts';
import { liveLanguages, livePost } from './reading.queries.ts';
import { postById } from './posts.queries.ts';

export type LiveText = { locale: Locale; slug: string; title: string; excerpt: string; body: RichText };
/** The original first; null: there is no such post, or readers do not find it. */
export async function liveTexts(db: Db, postId: string): Promise<LiveText[] | null> {
  const post = await postById(db, postId);
  if (post?.state !== 'published') return null;
  const texts: LiveText[] = [];
  for (const { locale } of await liveLanguages(db, postId)) {
    const live = await livePost(db, postId, locale);
    if (live === null) continue;
    const text = { locale, slug: live.slug, title: live.title, excerpt: excerptFor(live), body: live.body };
    if (locale === post.locale) texts.unshift(text);
    else texts.push(text);
  }
  return texts.length === 0 ? null : texts;
}
