/** The blog: states of a post and what leads from one to another, slugs, and what lists and pages say about a text. */
import { countWords } from '#kit/rich-text.ts';

export const postStates = ['draft', 'in_review', 'scheduled', 'published', 'archived', 'trashed'] as const;
export type PostState = (typeof postStates)[number];

export const postActions = [
  'submit',
  'return',
  'schedule',
  'unschedule',
  'publish',
  'unpublish',
  'archive',
  'unarchive',
  'trash',
  'restore',
  'purge',
] as const;
export type PostAction = (typeof postActions)[number];

export const blogLimits = {
  title: 150,
  slug: 100,
  excerpt: 400,
  seoTitle: 70,
  seoDescription: 200,
  tags: 12,
  tag: 40,
  author: 100,
  canonical: 500,
  category: 60,
  description: 300,
  categories: 300,
  /** Levels of the tree of categories. */
  categoryDepth: 3,
  /** Revisions that are kept of one language of a post; the published one is always among them. */
  revisions: 200,
  trashDays: 30,
  previewDays: 7,
  scheduleYears: 2,
} as const;

type PostTransition = { from: readonly PostState[]; to: PostState | 'purged'; needs: 'posts.edit' | 'posts.publish' };
const transitions: Readonly<Record<PostAction, PostTransition>> = {
  submit: { from: ['draft'], to: 'in_review', needs: 'posts.edit' },
  return: { from: ['in_review'], to: 'draft', needs: 'posts.edit' },
  schedule: { from: ['draft', 'in_review', 'scheduled'], to: 'scheduled', needs: 'posts.publish' },
  unschedule: { from: ['scheduled'], to: 'draft', needs: 'posts.publish' },
  // also of a published one: what was edited since becomes public
  publish: { from: ['draft', 'in_review', 'scheduled', 'published', 'archived'], to: 'published', needs: 'posts.publish' },
  unpublish: { from: ['published', 'archived'], to: 'draft', needs: 'posts.publish' },
  archive: { from: ['published'], to: 'archived', needs: 'posts.publish' },
  unarchive: { from: ['archived'], to: 'published', needs: 'posts.publish' },
  trash: { from: ['draft', 'in_review', 'scheduled', 'published', 'archived'], to: 'trashed', needs: 'posts.edit' },
  restore: { from: ['trashed'], to: 'draft', needs: 'posts.edit' },
  purge: { from: ['trashed'], to: 'purged', needs: 'posts.publish' },
};

/** States in which readers find the post, and editing its draft changes nothing for them. */
export const isPublic = (state: PostState): boolean => state === 'published' || state === 'archived';

/** Which permission the step asks for; taking away what readers see is publishing too. */
export const permissionFor = (action: PostAction, state: PostState): PostTransition['needs'] =>
  isPublic(state) || state === 'scheduled' ? 'posts.publish' : transitions[action].needs;

/** Null: there is no such step from here. */
export const nextState = (state: PostState, action: PostAction): PostState | 'purged' | null =>
  transitions[action].from.includes(state) ? transitions[action].to : null;

/** What somebody with these permissions may do with a post in that state, in the order in which it is offered. */
export const actionsFor = (state: PostState, scope: readonly string[]): PostAction[] =>
  postActions.filter((action) => nextState(state, action) !== null && scope.includes(permissionFor(action, state)));

export type ReadyFacts = { title: string; slug: string; words: number };
/** What is missing before readers may see it. */
export const missingForPublic = ({ title, slug, words }: ReadyFacts): ('title' | 'slug' | 'body')[] => [
  ...(title.trim() === '' ? (['title'] as const) : []),
  ...(isSlug(slug) ? [] : (['slug'] as const)),
  ...(words === 0 ? (['body'] as const) : []),
];

/** Letters and digits of any script with single hyphens between them, in small letters: addresses are read in every language. */
export const isSlug = (slug: string): boolean =>
  slug.length <= blogLimits.slug &&
  /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u.test(slug) &&
  slug === slug.normalize('NFC').toLowerCase();

/** The slug that a title suggests; empty when it has no letter. Marks of Latin letters go, those of other scripts stay. */
export function slugOf(title: string): string {
  const plain = title
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  // cut at a word, so that nothing ends in the middle of one
  return plain.length <= blogLimits.slug ? plain : plain.slice(0, blogLimits.slug).replace(/-[^-]*$/, '');
}

/** `slug-2`, `slug-3` …: what is offered for one that is taken. */
export const numberedSlug = (slug: string, number: number): string => `${slug.slice(0, blogLimits.slug - 5)}-${number}`;

/** Whether `slug` was made from `title`, with or without a number that made it free. Titles may end in a number themselves: "Report 2026". */
export function isSlugOfTitle(slug: string, title: string): boolean {
  const own = slugOf(title);
  if (own === '') return false;
  const number = /-(\d+)$/.exec(slug)?.[1];
  return slug === own || (number !== undefined && slug === numberedSlug(own, Number(number)));
}

/** Words, or characters where they are read, in a minute. */
const pace = { words: 230, characters: 500 } as const;
export function readingMinutes(text: string, locale: string): number {
  const perMinute = locale === 'zh' || locale === 'ja' ? pace.characters : pace.words;
  return Math.max(1, Math.round(countWords(text) / perMinute));
}

/** The start of a text for lists and mails, cut at a word; `…` says that there is more. */
export function excerptOf(text: string, most: number = blogLimits.excerpt): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= most) return flat;
  const cut = flat.slice(0, most - 1);
  return `${cut.replace(/\s\S*$/, '').replace(/(?<![\s,.;:،。、–-])[\s,.;:،。、–-]+$/u, '')}…`;
}

export type CategoryNode = { id: string; parentId: string | null; position: number };
/** Whether the category can stand below the parent: not below itself, and not too deep with what is below it. */
export function fitsBelow(all: readonly CategoryNode[], id: string | null, parentId: string | null): boolean {
  const parentOf = new Map(all.map((one) => [one.id, one.parentId]));
  const above = (from: string | null): string[] => {
    const path: string[] = [];
    for (let at = from; at !== null && !path.includes(at); at = parentOf.get(at) ?? null) path.push(at);
    return path;
  };
  const heightOf = (from: string): number =>
    1 + Math.max(0, ...all.filter((one) => one.parentId === from && one.id !== from).map((one) => heightOf(one.id)));
  const path = above(parentId);
  if (id !== null && path.includes(id)) return false;
  return path.length + (id === null ? 1 : heightOf(id)) <= blogLimits.categoryDepth;
}
