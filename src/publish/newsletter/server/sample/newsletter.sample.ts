/** The sample newsletter: two lists, subscribers of both, and a campaign that waits to be written. */
import { locales } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { createCampaign, writeCampaignText } from '#publish/newsletter/server/campaigns.service.ts';
import { createList } from '#publish/newsletter/server/lists.service.ts';
import { CONSENT_VERSION } from '../../newsletter.rules.ts';

const day = 86_400_000;

const lists = [
  {
    names: { 'en-US': 'Product news', de: 'Neues vom Produkt', ar: 'أخبار المنتج' },
    descriptions: { 'en-US': 'What changed.', de: 'Was sich geändert hat.', ar: 'ما الذي تغيّر.' },
    rhythms: { 'en-US': 'Once a month.', de: 'Einmal im Monat.', ar: 'مرة في الشهر.' },
  },
  {
    names: { 'en-US': 'Maintenance', de: 'Wartung', ar: 'الصيانة' },
    descriptions: { 'en-US': 'Only when rooms will be closed.', de: 'Nur wenn Räume schließen.', ar: 'فقط عند إغلاق الغرف.' },
    rhythms: {},
  },
];
const subscribers = 40;

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;
type SampleReader = { email: string; locale: string; lists: readonly string[]; state: 'pending' | 'confirmed' };
/** Subscribers of a newsletter who confirmed some time ago. */
async function insertReader(db: Db, { id, at, ...reader }: SampleReader & { id: string; at: Date }): Promise<void> {
  const [asked, confirmed] = [time(at.getTime()), reader.state === 'confirmed' ? time(at.getTime()) : sql`null`];
  await db.execute(sql`
    insert into newsletter_subscribers (id, email, locale, state, state_since, created_at)
    values (${id}, ${reader.email}, ${reader.locale}, 'active', ${asked}, ${asked})`);
  for (const list of reader.lists)
    await db.execute(sql`
      insert into newsletter_subscriptions (subscriber_id, list_id, state, asked_at, asked_address, source, text_version, text_locale, confirmed_at, confirmed_address)
      values (${id}, ${list}, ${reader.state}, ${asked}, '192.0.2.1', '/newsletter', ${CONSENT_VERSION}, ${reader.locale}, ${confirmed}, '192.0.2.1')`);
}

export async function fillSample({ as, operator }: SampleWorld): Promise<void> {
  const ctx = as(operator.actor);
  const ids: string[] = [];
  for (const list of lists) ids.push((await createList(ctx, list)).id);
  const [news = '', maintenance = ''] = ids;
  await ctx.system.write(async (tx) => {
    for (let n = 0; n < subscribers; n++)
      await insertReader(tx, {
        ...{ id: newId(), email: `reader-${n + 1}@school.example`, locale: locales[n % locales.length] ?? 'en-US' },
        ...{ at: new Date(ctx.now() - n * day), state: n % 9 === 8 ? 'pending' : 'confirmed' },
        lists: n % 3 === 0 ? [news, maintenance] : [news],
      });
  });
  const { id } = await createCampaign(ctx, { name: 'November: what is new', listId: news, locale: 'en-US' });
  const paragraphs = [
    'Two things you asked for are in.',
    'Captions can be turned on in every room, and the lobby became calmer.',
  ];
  const text: RichText = {
    version: 1,
    content: paragraphs.map((words) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] })),
  };
  const body = { revision: 1, subject: 'Live captions and a calmer lobby', preview: 'What changed in November.', body: text };
  await writeCampaignText(ctx, { id, locale: 'en-US', body });
}
