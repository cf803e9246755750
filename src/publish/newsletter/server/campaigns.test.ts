/** Writing campaigns: who may, what stops one, and what no longer changes. */
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { listMails } from '#core/outbox/server/outbox.service.ts';
import { createPost, getPost, writeText } from '#publish/blog/server/posts.service.ts';
import { stepPost } from '#publish/blog/server/steps.service.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { getCampaign, listCampaigns, newsletterFigures } from './campaigns.service.ts';
import { bodyOf, buildCampaign, buildList, buildSubscriber } from './newsletter.factory.ts';
import { listSubscribers } from './subscribers.service.ts';

const world = await testWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
afterAll(() => world.close());
const operator = await buildOperator(world);
const editor = () => world.ctx(operator.actor);
const api = () => world.api(operator.actor).newsletterCampaigns;

async function failed(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error;
}
const codeOf = async (work: Promise<unknown>) => (await failed(work)).code;
async function step(id: string, action: Parameters<ReturnType<typeof api>['step']>[0]['body']['action'], at?: number) {
  const { revision } = await getCampaign(editor(), id);
  return api().step({ params: { id }, body: { revision, action, ...(at === undefined ? {} : { at }) } });
}

test('other accounts have no newsletter to write, and staff only with the permission', async () => {
  const id = await buildCampaign(editor(), { listId: await buildList(editor()) });
  const customer = await buildActor(world, { kind: 'customer' });
  expect(await codeOf(getCampaign(world.ctx({ ...customer.actor, scope: ['newsletter.manage'] }), id))).toBe('not_found');
  expect((await failed(getCampaign(world.ctx({ ...operator.actor, scope: ['posts.edit'] }), id))).data).toEqual({
    permission: 'newsletter.manage',
  });
  expect(await codeOf(listSubscribers(world.ctx({ kind: 'nobody' }), { limit: 10 }))).toBe('not_signed_in');
  expect(await codeOf(getCampaign(editor(), newId()))).toBe('not_found');
});

describe('writing', () => {
  test('what is missing is named, and a campaign that is scheduled no longer changes', async () => {
    const listId = await buildList(editor());
    const { id, gaps } = await api().create({ body: { name: 'November', listId, locale: 'en-US' } });
    expect(gaps).toEqual(['subject', 'body', 'audience', 'test']);
    expect((await failed(step(id, 'schedule'))).data).toEqual({ missing: gaps });
    await buildSubscriber(world.ctx(), { lists: [listId] });
    const written = { revision: 1, subject: 'What is new', preview: '', body: bodyOf('Hello.') };
    await api().write({ params: { id, locale: 'en-US' }, body: written });
    await api().write({ params: { id, locale: 'ar' }, body: { ...written, revision: null, subject: 'الجديد' } });
    expect((await api().test({ params: { id } })).gaps).toEqual([]);
    // what was tested is not what would go out
    await api().write({ params: { id, locale: 'en-US' }, body: { ...written, revision: 2, subject: 'News' } });
    expect((await getCampaign(editor(), id)).gaps).toEqual(['test']);
    await api().test({ params: { id } });
    const tomorrow = world.clock.now() + 86_400_000;
    expect((await step(id, 'schedule', tomorrow)).startAt).toBe(tomorrow);
    const late = { params: { id, locale: 'en-US' as const }, body: { ...written, revision: 3 } };
    expect(await codeOf(api().write(late))).toBe('not_a_draft');
    expect(await codeOf(api().remove({ params: { id } }))).toBe('not_a_draft');
    await step(id, 'unschedule');
    await api().write(late);
    await api().remove({ params: { id } });
    expect(await codeOf(getCampaign(editor(), id))).toBe('not_found');
  });

  test('times that have passed and subjects that would become headers of their own are refused', async () => {
    const listId = await buildList(editor());
    await buildSubscriber(world.ctx(), { lists: [listId] });
    const id = await buildCampaign(editor(), { listId });
    expect(await codeOf(step(id, 'schedule', world.clock.now() - 1))).toBe('in_the_past');
    expect(await codeOf(step(id, 'schedule', world.clock.now() + 3 * 365 * 86_400_000))).toBe('too_far_ahead');
    expect(await codeOf(step(id, 'resume'))).toBe('no_such_step');
    for (const subject of ['News\r\nBcc: x@example.org', 'News\u2028X', 'News\u0000'])
      expect(
        await codeOf(
          api().write({ params: { id, locale: 'en-US' }, body: { revision: 2, subject, preview: '', body: bodyOf('x') } }),
        ),
      ).toBe('invalid_input');
  });

  test('two editors do not overwrite each other', async () => {
    const id = await buildCampaign(editor(), { listId: await buildList(editor()) });
    const { revision } = await getCampaign(editor(), id);
    await api().edit({ params: { id }, body: { revision, name: 'First' } });
    expect(await codeOf(api().edit({ params: { id }, body: { revision, name: 'Second' } }))).toBe('changed_meanwhile');
  });

  test('a test goes to the editor alone, in every language that is written', async () => {
    const listId = await buildList(editor());
    await buildSubscriber(world.ctx(), { lists: [listId] });
    const id = await buildCampaign(editor(), { listId, subject: `Test ${newId()}`, tested: 'untested' });
    const { subject } = await getCampaign(editor(), id);
    const body = { revision: null, subject: `${subject} (de)`, preview: '', body: bodyOf('Hallo.') };
    await api().write({ params: { id, locale: 'de' }, body });
    await api().write({ params: { id, locale: 'fr' }, body: { ...body, body: bodyOf() } });
    await api().test({ params: { id } });
    const mails = (await listMails(world.ctx(), { limit: 100 })).items.filter((mail) => mail.subject.startsWith(subject));
    expect(mails.map((mail) => [mail.recipient, mail.locale]).sort()).toEqual([
      [operator.actor.email, 'de'],
      [operator.actor.email, 'en-US'],
    ]);
    const { html } = await api().preview({ params: { id, locale: 'de' } });
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(await codeOf(api().preview({ params: { id, locale: 'fr' } }))).toBe('not_found');
  });
});

test('variables are filled in for each reader, and the sender is named as the operator is', async () => {
  const [listId, name] = [await buildList(editor(), 'Staff news'), (await findOperatorAccount(world.ctx().system.read))?.name];
  const { id } = await api().create({ body: { name: 'November', listId, locale: 'en-US' } });
  const content = ['list', 'site', 'email', 'other'].map((one) => ({ type: 'variable' as const, attrs: { name: one } }));
  const body = { version: 1 as const, content: [{ type: 'paragraph' as const, content }] };
  await api().write({ params: { id, locale: 'en-US' }, body: { revision: 1, subject: 'News', preview: '', body } });
  const { html, text } = await api().preview({ params: { id, locale: 'en-US' } });
  const { email } = operator.actor;
  expect(html).toContain(['Staff news', name, email, '{other}'].map((value) => `<bdi>${value}</bdi>`).join(''));
  expect(text).toContain(`Staff news${name}${email}{other}`);
  expect(text).toContain(`because you subscribed to Staff news at ${name}.`);
});

test('a newsletter from a post, once for the post and the list', async () => {
  const [one, two] = [await buildList(editor()), await buildList(editor())];
  const post = await createPost(editor(), { locale: 'en-US', title: 'Thirty hands' });
  const fields = { title: 'Thirty hands', excerpt: 'One teacher.', seoTitle: '', seoDescription: '', body: bodyOf('Long text.') };
  await writeText(editor(), { id: post.id, locale: 'en-US', body: { revision: post.text.revision, ...fields } });
  const de = { ...fields, title: 'Dreißig Hände', revision: null };
  await writeText(editor(), { id: post.id, locale: 'de', body: de });
  const make = (listId: string) => api().fromPost({ body: { postId: post.id, listId } });
  expect(await codeOf(make(one))).toBe('not_found');
  const { revision } = await getPost(editor(), post.id, undefined);
  await stepPost(editor(), { id: post.id, body: { revision, action: 'publish' } });
  const made = await make(one);
  expect(made.texts.map((text) => [text.locale, text.subject, text.preview])).toEqual([
    ['de', 'Dreißig Hände', 'One teacher.'],
    ['en-US', 'Thirty hands', 'One teacher.'],
  ]);
  const { html } = await api().preview({ params: { id: made.id, locale: 'en-US' } });
  expect(html).toContain('href="http://localhost:3000/blog/thirty-hands"');
  const again = await failed(make(one));
  expect([again.code, again.data]).toEqual(['already_made', { campaign: made.id }]);
  const other = await make(two);
  const clash = { params: { id: other.id }, body: { revision: other.revision, listId: one } };
  expect(await codeOf(api().edit(clash))).toBe('already_made');
  // ten at once make one
  const third = await buildList(editor());
  const many = await Promise.allSettled(Array.from({ length: 10 }, () => make(third)));
  expect(many.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('segments by language and plan, and addresses that get nothing, are counted as they will be sent', async () => {
  const listId = await buildList(editor());
  const ctx = world.ctx();
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await buildSubscriber(ctx, { lists: [listId], email: buyer.email.toLowerCase(), locale: 'de' });
  await buildSubscriber(ctx, { lists: [listId], locale: 'de' });
  await buildSubscriber(ctx, { lists: [listId], locale: 'de', state: 'complained' });
  await buildSubscriber(ctx, { lists: [listId] });
  await buildSubscriber(ctx, { lists: [listId], subscription: 'pending' });
  await buildSubscriber(ctx, { lists: [listId], subscription: 'unsubscribed' });
  const { id } = await api().create({ body: { name: 'Segments', listId, locale: 'en-US' } });
  const countOf = async (audience: { locales: 'de'[]; plans: string[] }) => {
    const { revision } = await getCampaign(editor(), id);
    return (await api().edit({ params: { id }, body: { revision, audience } })).count;
  };
  expect(await countOf({ locales: [], plans: [] })).toEqual({ confirmed: 4, matching: 4, suppressed: 1, recipients: 3 });
  expect(await countOf({ locales: ['de'], plans: [] })).toEqual({ confirmed: 4, matching: 3, suppressed: 1, recipients: 2 });
  expect(await countOf({ locales: ['de'], plans: [planId] })).toEqual({
    ...{ confirmed: 4, matching: 1, suppressed: 0, recipients: 1 },
  });
});

test('lists of campaigns and subscribers go on where a page ends, and figures are sums', async () => {
  const listId = await buildList(editor());
  for (const n of [1, 2, 3]) {
    await buildSubscriber(world.ctx(), { lists: [listId] });
    await api().create({ body: { name: `Paged ${n}`, listId, locale: 'en-US' } });
  }
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listCampaigns(editor(), { search: 'Paged', limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    names.push(...page.items.map((item) => item.name));
    expect(page.total).toBe(3);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(names.sort()).toEqual(['Paged 1', 'Paged 2', 'Paged 3']);
  const first = await listSubscribers(editor(), { list: listId, state: 'confirmed', limit: 2 });
  const rest = await listSubscribers(editor(), { list: listId, limit: 2, cursor: first.next ?? '' });
  expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null]);
  const figures = await newsletterFigures(editor());
  expect(figures.confirmed).toBeGreaterThanOrEqual(3);
  expect(Object.values(figures).every((value) => Number.isInteger(value))).toBe(true);
});
