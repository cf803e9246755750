/** Lists, subscribers and campaigns for tests and sample data. */
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { CONSENT_VERSION, type SubscriberState, type SubscriptionState } from '../newsletter.rules.ts';
import { createCampaign, getCampaign, writeCampaignText } from './campaigns.service.ts';
import { createList } from './lists.service.ts';
import { testCampaign } from './rendering.service.ts';
import { putSubscription, takeSubscriber } from './subscribers.queries.ts';

export const bodyOf = (...paragraphs: string[]): RichText => ({
  version: 1,
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

/** `editor`: somebody who may. */
export async function buildList(editor: Ctx, name = `News ${newId().slice(-6)}`): Promise<string> {
  const list = await createList(editor, {
    names: { 'en-US': name, de: `${name} (de)` },
    descriptions: { 'en-US': 'What changed.' },
    rhythms: { 'en-US': 'Once a month.' },
  });
  return list.id;
}

type NewSubscriber = {
  email?: string;
  locale?: Locale;
  state?: SubscriberState;
  lists: readonly string[];
  subscription?: SubscriptionState;
};
export async function buildSubscriber(ctx: Ctx, of: NewSubscriber): Promise<{ id: string; email: string }> {
  const {
    email = `reader-${newId().slice(-12)}@example.org`,
    locale = 'en-US',
    state = 'active',
    subscription = 'confirmed',
  } = of;
  const [id, at] = [newId(), new Date(ctx.now())];
  await ctx.system.write(async (tx) => {
    await takeSubscriber(tx, {
      id,
      email,
      locale,
      state,
      stateSince: at,
      softBounces: 0,
      optInSentAt: null,
      optInAgainAt: null,
      figuresAgreedAt: null,
      createdAt: at,
    });
    for (const listId of of.lists)
      await putSubscription(tx, {
        ...{ subscriberId: id, listId, state: subscription, askedAt: at, askedAddress: '192.0.2.1', source: '/newsletter' },
        ...{ textVersion: CONSENT_VERSION, textLocale: locale },
        confirmedAt: subscription === 'pending' ? null : at,
        confirmedAddress: subscription === 'pending' ? null : '192.0.2.1',
        unsubscribedAt: subscription === 'unsubscribed' ? at : null,
        unsubscribedBy: subscription === 'unsubscribed' ? 'preferences' : null,
      });
  });
  return { id, email };
}

type NewCampaign = { listId: string; subject?: string; tested?: 'tested' | 'untested' };
/** A draft in English that was tested and may go out, where the installation has a mail server. */
export async function buildCampaign(
  editor: Ctx,
  { listId, subject = 'What is new', tested = 'tested' }: NewCampaign,
): Promise<string> {
  const { id } = await createCampaign(editor, { name: subject, listId, locale: 'en-US' });
  const body = { revision: 1, subject, preview: 'In two minutes.', body: bodyOf('Hello.', 'Two things changed.') };
  await writeCampaignText(editor, { id, locale: 'en-US', body });
  if (tested === 'tested') await testCampaign(editor, id);
  return (await getCampaign(editor, id)).id;
}
