import type { DocumentHead, HeadTag } from '#kit/ui/document-head.ts';
import { fallbackOf, languageTag, postPath } from '../blog-address.rules.ts';
import type { PublicPost } from '../reading.contract.ts';

const property = (name: string, content: string): HeadTag => ({ tag: 'meta', property: name, content });
const named = (name: string, content: string): HeadTag => ({ tag: 'meta', name, content });

/** Open Graph (ogp.me), which Facebook, LinkedIn and messengers read, and the card of X. */
function cardTags(
  post: PublicPost,
  { title, description, canonical }: Record<'title' | 'description' | 'canonical', string>,
): HeadTag[] {
  return [
    property('og:type', 'article'),
    property('og:site_name', 'Atrium'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    property('og:locale', post.locale.replace('-', '_')),
    property('article:published_time', new Date(post.publishedAt).toISOString()),
    property('article:modified_time', new Date(post.editedAt).toISOString()),
    property('article:author', post.authorName),
    ...(post.category === null ? [] : [property('article:section', post.category.name)]),
    ...post.tags.map((tag) => property('article:tag', tag)),
    ...(post.cover === null
      ? []
      : [property('og:image', new URL(post.cover.src, canonical).href), property('og:image:alt', post.cover.alt)]),
    named('twitter:card', post.cover === null ? 'summary' : 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
  ];
}

/** Each language of the post, this one among them, and the one for readers of none of them. */
function languageTags(post: PublicPost, address: string): HeadTag[] {
  if (post.languages.length < 2) return [];
  const hrefOf = (slug: string) => new URL(postPath(slug), address).href;
  const fallback = fallbackOf(post.languages);
  return [
    ...post.languages.map(
      (one): HeadTag => ({ tag: 'link', rel: 'alternate', hreflang: languageTag(one.locale), href: hrefOf(one.slug) }),
    ),
    ...(fallback === undefined
      ? []
      : [{ tag: 'link', rel: 'alternate', hreflang: 'x-default', href: hrefOf(fallback.slug) } as const]),
  ];
}

/** schema.org/BlogPosting. */
function structuredOf(post: PublicPost, { description, canonical }: { description: string; canonical: string }): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description,
    url: canonical,
    mainEntityOfPage: { '@type': 'WebPage', '@id': canonical },
    datePublished: new Date(post.publishedAt).toISOString(),
    dateModified: new Date(post.editedAt).toISOString(),
    inLanguage: post.locale,
    author: { '@type': 'Person', name: post.authorName },
    publisher: { '@type': 'Organization', name: 'Atrium', url: new URL('/', canonical).origin },
    ...(post.cover === null ? {} : { image: new URL(post.cover.src, canonical).href }),
    ...(post.category === null ? {} : { articleSection: post.category.name }),
    ...(post.tags.length === 0 ? {} : { keywords: post.tags.join(', ') }),
    timeRequired: `PT${post.minutes}M`,
  };
}

/** What search engines and sites that show its link learn of a post; of a preview nothing. */
export function postHead(post: PublicPost, address: string): DocumentHead {
  if (post.preview !== null) return { tags: [], robots: 'noindex' };
  const description = post.seoDescription === '' ? post.excerpt : post.seoDescription;
  const title = post.seoTitle === '' ? post.title : post.seoTitle;
  const canonical = post.canonical ?? address;
  const feedAt = (name: string) => new URL(`/blog/${name}.xml?lang=${post.locale}`, address).href;
  return {
    tags: [
      named('description', description),
      { tag: 'link', rel: 'canonical', href: canonical },
      ...languageTags(post, address),
      { tag: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'RSS', href: feedAt('rss') },
      { tag: 'link', rel: 'alternate', type: 'application/atom+xml', title: 'Atom', href: feedAt('atom') },
      ...cardTags(post, { title, description, canonical }),
    ],
    structured: structuredOf(post, { description, canonical }),
  };
}
