import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { emptyRichText } from '#kit/rich-text.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { type CampaignDetail, type CampaignItem, newsletterCampaignsCalls } from '../campaigns.contract.ts';
import { newsletterListsCalls, newsletterSubscribersCalls, type SubscriberView } from '../lists.contract.ts';
import * as campaignScreen from './campaign.screen.tsx';
import * as newsletterScreen from './newsletter.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const listId = '01890000-0000-7000-8000-000000000002';
const user = { scope: ['newsletter.manage'] };
const list = {
  ...{ id: listId, names: { 'en-US': 'Product news' }, descriptions: {}, rhythms: { 'en-US': 'Once a month.' } },
  ...{ archived: false, confirmed: 2_906, pending: 64, revision: 1 },
};
const lists = onCall(newsletterListsCalls.list, () => ({ items: [list] }));
const figures = onCall(newsletterCampaignsCalls.figures, () => sampleOf(newsletterCampaignsCalls.figures.result, {}));
const item: CampaignItem = {
  ...{ id, name: 'November', subject: 'Live captions', state: 'draft', listId, postId: null },
  ...{ audience: { locales: [], plans: [] }, startAt: null, startedAt: null, finishedAt: null },
  ...{ recipients: 0, written: 0, skipped: 0, unsubscribed: 0, updatedAt: now, revision: 3, actions: ['schedule'] },
};
const sending: CampaignItem = {
  ...item,
  ...{ id: listId, name: 'Maintenance', state: 'sending', startedAt: now, recipients: 2_968, written: 1_836 },
  actions: ['pause', 'cancel'],
};
const campaigns = (...items: CampaignItem[]) =>
  onCall(newsletterCampaignsCalls.list, () => ({
    ...{ items, next: null, total: items.length },
    counts: { drafts: 1, in_progress: 1, sent: 0 },
  }));

// the bar of a list reaches over the padding that the frame of the page has there
beforeEach(() => {
  document.body.style.paddingInline = '16px';
  onTestFinished(() => {
    document.body.style.paddingInline = '';
  });
});

test.each(looks)('campaigns with their progress: $locale $scheme $width', async (look) => {
  await mountScreen(newsletterScreen, { look, user, path: '/newsletter', calls: [lists, figures, campaigns(sending, item)] });
  await expect.element(page.getByText('November').first()).toBeVisible();
  await expectNoViolations();
});

test('a campaign is paused in its row', async () => {
  const step = vi.fn(() => sampleOf(newsletterCampaignsCalls.step.result, {}));
  await mountScreen(newsletterScreen, {
    ...{ user, path: '/newsletter' },
    calls: [lists, figures, campaigns(sending, item), onCall(newsletterCampaignsCalls.step, step)],
  });
  await page.getByRole('button', { name: 'Pause' }).click();
  await vi.waitFor(() => expect(step).toHaveBeenCalledWith({ params: { id: listId }, body: { revision: 3, action: 'pause' } }));
});

test('without campaigns the way to the first is shown', async () => {
  await mountScreen(newsletterScreen, { user, path: '/newsletter', calls: [lists, figures, campaigns()] });
  await expect.element(page.getByText('No campaigns yet')).toBeVisible();
  await expectNoViolations();
});

const sampleText: CampaignDetail['texts'][number] = {
  ...{ locale: 'en-US', subject: 'Live captions', preview: 'In two minutes.', body: emptyRichText },
  ...{ pictures: [], embeds: [], words: 12, editedAt: now, revision: 2 },
};
const detail: CampaignDetail = {
  ...item,
  ...{ locale: 'en-US', perMinute: 600, testedAt: now, delivered: 0, failed: 0, waiting: 0, gaps: [] },
  figures: { agreed: 0, opened: 0, clicked: 0, links: [] },
  texts: [sampleText],
  count: { confirmed: 2_906, matching: 1_897, suppressed: 51, recipients: 1_846 },
  sender: 'news@meet.example',
};
const preview = onCall(newsletterCampaignsCalls.preview, () => ({
  ...{ subject: 'Live captions', html: '<!doctype html><html lang="en"><title>x</title><p>Hello</p></html>', text: 'Hello' },
}));
const shown = (campaign: CampaignDetail) => onCall(newsletterCampaignsCalls.get, () => campaign);
const opened = { user, path: `/newsletter/${id}`, params: { id } };

test.each(looks)('the email with what is checked beside it: $locale $scheme $width', async (look) => {
  const campaign = { ...detail, testedAt: null, gaps: ['test' as const] };
  await mountScreen(campaignScreen, { ...opened, look, calls: [lists, shown(campaign), preview] });
  await expect.element(page.getByText('Live captions').first()).toBeVisible();
  await expectNoViolations();
});

test('the email is saved by itself, and another person’s text is asked about before it is written over', async () => {
  let revision = 2;
  const write = onCall(newsletterCampaignsCalls.write, ({ body: { subject, preview: words, revision: over }, params }) => {
    if (over !== revision) throw new Failure('changed_meanwhile');
    revision++;
    const text = { locale: params.locale, subject, preview: words, body: emptyRichText, pictures: [], embeds: [] };
    return { ...text, words: 1, editedAt: now, revision };
  });
  await mountScreen(campaignScreen, {
    ...{ ...opened, path: `/newsletter/${id}?text=en-US` },
    calls: [lists, shown(detail), preview, write],
  });
  const subject = page.getByLabelText('Subject', { exact: true });
  await subject.fill('Captions');
  await expect.element(page.getByText(/^Saved at/)).toBeVisible();
  expect(revision).toBe(3);
  revision = 9;
  await subject.fill('Captions for all');
  await expect.element(page.getByText('Someone else saved this text. Your version is not lost.')).toBeVisible();
  await expectNoViolations();
  expect(revision).toBe(9);
});

test.each(looks)('an email is written with its preview beside it: $locale $scheme $width', async (look) => {
  await mountScreen(campaignScreen, {
    ...{ ...opened, look, path: `/newsletter/${id}?text=en-US` },
    calls: [lists, shown(detail), preview],
  });
  await expect.element(page.getByRole('textbox', { name: /^(Text|النص)$/ })).toBeVisible();
  await expectNoViolations();
});

test('variables are chosen by name from a menu', async () => {
  await mountScreen(campaignScreen, {
    ...{ ...opened, path: `/newsletter/${id}?text=en-US` },
    calls: [lists, shown(detail), preview, onCall(newsletterCampaignsCalls.write, () => ({ ...sampleText, revision: 3 }))],
  });
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await userEvent.keyboard('{{');
  await page.getByRole('option', { name: /Name of the list/ }).click();
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveTextContent('Name of the list');
});

test('what is missing stops the campaign', async () => {
  await mountScreen(campaignScreen, { ...opened, calls: [lists, shown({ ...detail, gaps: ['test'] }), preview] });
  await expect.element(page.getByText('Send a test of this version first.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send 1,846 emails' })).toBeDisabled();
});

test('sending now asks once, with the number in the button', async () => {
  const step = vi.fn(() => ({ ...detail, state: 'scheduled' as const }));
  await mountScreen(campaignScreen, {
    ...opened,
    calls: [lists, shown(detail), preview, onCall(newsletterCampaignsCalls.step, step)],
  });
  await page.getByRole('button', { name: 'Send 1,846 emails' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 1,846 emails' }).click();
  await vi.waitFor(() => expect(step).toHaveBeenCalledWith({ params: { id }, body: { revision: 3, action: 'schedule' } }));
});

test('while it is sent the checks give way to sums', async () => {
  const running: CampaignDetail = {
    ...detail,
    ...{
      state: 'sending',
      startedAt: now,
      recipients: 1_846,
      written: 900,
      delivered: 880,
      waiting: 20,
      actions: ['pause', 'cancel'],
      figures: { agreed: 41, opened: 30, clicked: 9, links: [{ url: 'https://meet.example/blog/captions', readers: 9 }] },
    },
  };
  await mountScreen(campaignScreen, { ...opened, calls: [lists, shown(running), preview] });
  await expect.element(page.getByText('Waiting for the mail server')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.element(page.getByText('Opened by 30 of 41 who agreed')).toBeVisible();
  await expectNoViolations();
});

const subscriber: SubscriberView = {
  ...{ id, email: 'ana@example.org', locale: 'de', state: 'active', stateSince: now },
  subscriptions: [
    {
      ...{ listId, state: 'confirmed', askedAt: now, askedAddress: '192.0.2.1', source: '/newsletter', textVersion: '2026-11' },
      ...{ textLocale: 'de', confirmedAt: now, confirmedAddress: '192.0.2.1', unsubscribedAt: null },
    },
  ],
};

test('the evidence of consent is shown, and an address is blocked after a question', async () => {
  const block = vi.fn(() => ({ ...subscriber, state: 'blocklisted' as const }));
  await mountScreen(newsletterScreen, {
    ...{ user, path: '/newsletter?tab=subscribers' },
    calls: [
      lists,
      onCall(newsletterSubscribersCalls.list, () => ({ items: [subscriber], next: null, total: 1 })),
      onCall(newsletterSubscribersCalls.block, block),
    ],
  });
  await page.getByRole('button', { name: /^Show consent, / }).click();
  await expect.element(page.getByText(/Requested on .* consent text/)).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Block' }).click();
  await vi.waitFor(() => expect(block).toHaveBeenCalledWith({ params: { id } }));
});

test('a list is made with its words by language', async () => {
  const create = vi.fn(() => list);
  await mountScreen(newsletterScreen, {
    ...{ user, path: '/newsletter?tab=lists' },
    calls: [lists, onCall(newsletterListsCalls.create, create)],
  });
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByLabelText('Name').fill('Ideas');
  await page.getByLabelText('Text language').selectOptions('de');
  await page.getByLabelText('Name').fill('Ideen');
  await page.getByRole('button', { name: 'Create list' }).click();
  await vi.waitFor(() =>
    expect(create).toHaveBeenCalledWith({
      body: { names: { 'en-US': 'Ideas', de: 'Ideen' }, descriptions: {}, rhythms: {} },
    }),
  );
});
