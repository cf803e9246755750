/** Posts and their texts as those who write them see them. */
import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { plainTextOf } from '#kit/rich-text.ts';
import { namesOf } from '#meet/rooms/server/access.service.ts';
import { actionsFor, excerptOf } from '../blog.rules.ts';
import type { PostDetail, PostItem, PostText } from '../posts.contract.ts';
import type { PostRevisionRow, PostRow, PostTextRow } from './blog.table.ts';
import { embedsOf } from './embeds.service.ts';
import { findPictures, picturesOf } from './pictures.service.ts';
import { postText, revisionsById, textsOf } from './posts.queries.ts';

type LightText = Omit<PostTextRow, 'body'>;
type NamesById = ReadonlyMap<string, string>;
const personIn = (names: NamesById, id: string | null) => {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { id, name };
};

type ComparedText = Pick<PostTextRow, 'title' | 'excerpt' | 'seoTitle' | 'seoDescription' | 'body'>;
/** Whether a text says something else than another one. The database orders the keys of a body by itself. */
export const isEdited = (text: ComparedText, other: ComparedText): boolean =>
  text.title !== other.title ||
  text.excerpt !== other.excerpt ||
  text.seoTitle !== other.seoTitle ||
  text.seoDescription !== other.seoDescription ||
  !isDeepStrictEqual(text.body, other.body);

const languageOf = (text: LightText, live: ReadonlyMap<string, PostRevisionRow>): PostItem['languages'][number] => {
  const seen = text.liveRevision === null ? undefined : live.get(text.liveRevision);
  const state = seen === undefined ? 'draft' : text.editedAt > seen.madeAt ? 'edited' : 'live';
  return { locale: text.locale, state, editedAt: text.editedAt.getTime() };
};

const scopeOf = ({ actor }: Ctx): readonly string[] => (actor.kind === 'user' ? actor.scope : []);

export async function viewItems(ctx: Ctx, db: Db, rows: readonly PostRow[]): Promise<PostItem[]> {
  if (rows.length === 0) return [];
  const texts = await textsOf(
    db,
    rows.map((row) => row.id),
  );
  const live = await revisionsById(
    db,
    texts.flatMap(({ liveRevision }) => (liveRevision === null ? [] : [liveRevision])),
  );
  const names = await namesOf(
    ctx,
    rows.map((row) => row.updatedBy),
  );
  const liveById = new Map(live.map((one) => [one.id, one]));
  const covers = await findPictures(
    ctx,
    rows.flatMap(({ coverFileId }) => coverFileId ?? []),
  );
  return rows.map((row) => {
    const own = texts.filter((text) => text.postId === row.id);
    const original = own.find((text) => text.locale === row.locale);
    return {
      id: row.id,
      title: original?.title ?? '',
      slug: original?.slug ?? '',
      state: row.state,
      locale: row.locale,
      languages: own.map((text) => languageOf(text, liveById)),
      categoryId: row.categoryId,
      cover: covers.get(row.coverFileId ?? '')?.small ?? null,
      authorName: row.authorName,
      publishAt: row.publishAt?.getTime() ?? null,
      publishedAt: row.publishedAt?.getTime() ?? null,
      updatedAt: row.updatedAt.getTime(),
      updatedBy: personIn(names, row.updatedBy),
      revision: row.revision,
      actions: actionsFor(row.state, scopeOf(ctx)),
    };
  });
}

export async function viewItem(ctx: Ctx, db: Db, row: PostRow): Promise<PostItem> {
  const [item] = await viewItems(ctx, db, [row]);
  if (item === undefined) throw notFound();
  return item;
}

export async function viewText(ctx: Ctx, db: Db, text: PostTextRow): Promise<PostText> {
  const [live] = text.liveRevision === null ? [] : await revisionsById(db, [text.liveRevision]);
  const names = await namesOf(ctx, [text.editedBy]);
  const { locale, slug, title, excerpt, seoTitle, seoDescription, body, words, revision } = text;
  return {
    ...{ locale, slug, title, excerpt, seoTitle, seoDescription, body, words, revision },
    pictures: await picturesOf(ctx, body),
    embeds: await embedsOf(ctx, body),
    live: live?.number ?? null,
    edited: live !== undefined && isEdited(text, live),
    editedAt: text.editedAt.getTime(),
    editedBy: personIn(names, text.editedBy),
  };
}

type TextOfPost = { row: PostRow; text: PostTextRow };
export async function viewDetail(ctx: Ctx, db: Db, { row, text }: TextOfPost): Promise<PostDetail> {
  const { coverFileId, coverAlt: alt, tags, canonical } = row;
  const cover = coverFileId === null ? undefined : (await findPictures(ctx, [coverFileId])).get(coverFileId);
  return {
    ...(await viewItem(ctx, db, row)),
    ...{ tags, canonical, coverPicture: cover === undefined ? null : { ...cover, alt } },
    wasPublic: row.wasPublic,
    text: await viewText(ctx, db, text),
  };
}

/** The text in the language, or the original where none was asked for. Throws `not_found`. */
export async function textFor(db: Db, row: PostRow, locale = row.locale): Promise<PostTextRow> {
  const text = await postText(db, row.id, locale);
  if (text === null) throw notFound();
  return text;
}

/** What lists show of a text whose writer gave no excerpt. */
export const excerptFor = (text: Pick<PostRevisionRow, 'excerpt' | 'body'>): string =>
  text.excerpt === '' ? excerptOf(plainTextOf(text.body), 240) : text.excerpt;
