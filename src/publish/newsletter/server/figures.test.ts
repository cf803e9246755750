/** Opens and clicks: of readers who agreed, once each, and of nobody else. */
import { afterAll, expect, test } from 'vitest';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { testWorld } from '#app/proof/testing.ts';
import { createCampaign, getCampaign, writeCampaignText } from './campaigns.service.ts';
import { figuresToken, linkHash } from './figures.service.ts';
import { signLink } from './links.service.ts';
import { openMailServer } from './mail-server.factory.ts';
import { buildList, buildSubscriber } from './newsletter.factory.ts';
import { testCampaign } from './rendering.service.ts';

const smtp = await openMailServer();
const world = await testWorld({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Atrium <news@meet.example>' } });
afterAll(async () => {
  await world.close();
  await smtp.close();
});
const operator = await buildOperator(world);
const editor = () => world.ctx(operator.actor);
const target = 'https://elsewhere.example/a?b=1&c=2';

const preferencesOf = (subscriberId: string, listId: string) =>
  signLink(world.ctx(), { kind: 'preferences', subscriberId, listId, campaignId: null, at: world.clock.now() });
const choose = (reader: { id: string }, listId: string, answer: 'agrees' | 'agrees no longer') =>
  world
    .api()
    .newsletter.save({ body: { token: preferencesOf(reader.id, listId), lists: [listId], figures: answer === 'agrees' } });

/** A campaign with a link, sent to one reader who agreed and one who was not asked. */
async function stage() {
  const listId = await buildList(editor());
  const [agreed, other] = [
    await buildSubscriber(world.ctx(), { lists: [listId] }),
    await buildSubscriber(world.ctx(), { lists: [listId] }),
  ];
  await choose(agreed, listId, 'agrees');
  const { id } = await createCampaign(editor(), { name: 'Linked', listId, locale: 'en-US' });
  const link = { type: 'text' as const, text: 'more', marks: [{ type: 'link' as const, attrs: { href: target } }] };
  const mailto = {
    type: 'text' as const,
    text: 'us',
    marks: [{ type: 'link' as const, attrs: { href: 'mailto:us@meet.example' } }],
  };
  const content = [{ type: 'paragraph' as const, content: [link, mailto] }];
  const body = { revision: 1, subject: 'Linked', preview: '', body: { version: 1 as const, content } };
  await writeCampaignText(editor(), { id, locale: 'en-US', body });
  await testCampaign(editor(), id);
  await world.runJobs();
  smtp.taken.splice(0);
  const { revision } = await getCampaign(editor(), id);
  await world.api(operator.actor).newsletterCampaigns.step({ params: { id }, body: { revision, action: 'schedule' } });
  await world.runJobs();
  const htmlFor = (reader: { email: string }) =>
    smtp.taken.find(({ mail }) => mail.to?.[0]?.address === reader.email)?.mail.html ?? '';
  const pathIn = (html: string, kind: string) =>
    new RegExp(`http://localhost:3000(/newsletter/${kind}/[\\w/-]+)`).exec(html)?.[1] ?? '';
  const html = htmlFor(agreed);
  return {
    id,
    listId,
    agreed,
    other,
    html,
    otherHtml: htmlFor(other),
    opened: pathIn(html, 'opened'),
    link: pathIn(html, 'links'),
  };
}
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => world.app.inject({ url, method });
const figuresOf = async (id: string) => (await getCampaign(editor(), id)).figures;

test('a reader who was not asked gets no picture and the links as they are; one who agreed gets addresses of this site', async () => {
  const { html, otherHtml } = await stage();
  expect(otherHtml).toContain('href="https://elsewhere.example/a?b=1&amp;c=2"');
  expect(otherHtml).not.toMatch(/newsletter\/(?:opened|links)|<img/);
  expect(html).not.toContain('elsewhere.example');
  expect(html).toContain('href="mailto:us@meet.example"');
  expect(html).toMatch(/<img src="http:\/\/localhost:3000\/newsletter\/opened\//);
});

test('an open and a click count once for each reader, however often robots come first', async () => {
  const { id, opened, link } = await stage();
  expect(await figuresOf(id)).toEqual({ agreed: 1, opened: 0, clicked: 0, links: [{ url: target, readers: 0 }] });
  await get(link, 'HEAD');
  expect((await figuresOf(id)).clicked).toBe(0);
  const [picture] = await Promise.all([get(opened), get(opened), get(opened)]);
  expect([picture?.statusCode, picture?.headers['content-type'], picture?.headers['set-cookie']]).toEqual([
    200,
    'image/gif',
    undefined,
  ]);
  const [answer] = await Promise.all([get(link), get(link), get(link)]);
  expect([answer?.statusCode, answer?.headers.location]).toEqual([302, target]);
  expect(await figuresOf(id)).toEqual({ agreed: 1, opened: 1, clicked: 1, links: [{ url: target, readers: 1 }] });
});

test('no address leads where no link of that campaign leads', async () => {
  const { id, link, opened, agreed, other } = await stage();
  const token = link.split('/').at(-1) ?? '';
  const strange = linkHash('https://evil.example/');
  const later = await stage();
  const foreign = figuresToken(world.ctx(), { campaignId: later.id, subscriberId: agreed.id });
  const wrongKind = preferencesOf(agreed.id, later.listId);
  for (const url of [
    `/newsletter/links/${strange}/${token}`,
    `/newsletter/links/${linkHash(target)}/${token.slice(0, -2)}xx`,
    `/newsletter/links/${linkHash(target)}/${wrongKind}`,
    `/newsletter/opened/${wrongKind}`,
    `/newsletter/opened/${token.slice(0, -2)}xx`,
    `/newsletter/links/${linkHash(target)}/${figuresToken(world.ctx(), { campaignId: newId(), subscriberId: agreed.id })}`,
  ])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  // signed, yet nobody's: a reader without consent, and one of another campaign
  await get(`/newsletter/opened/${figuresToken(world.ctx(), { campaignId: id, subscriberId: other.id })}`);
  await get(`/newsletter/opened/${foreign}`);
  expect([await figuresOf(id), await figuresOf(later.id)]).toMatchObject([{ opened: 0 }, { opened: 0 }]);
  await expect(world.api().newsletter.preferences({ query: { token: opened.split('/').at(-1) ?? '' } })).rejects.toMatchObject({
    code: 'link_unknown',
  });
});

test('taking the consent back deletes what was counted, and links still lead on', async () => {
  const { id, listId, agreed, opened, link } = await stage();
  await get(opened);
  await get(link);
  expect((await choose(agreed, listId, 'agrees no longer')).figures).toBe(false);
  expect(await figuresOf(id)).toEqual({ agreed: 0, opened: 0, clicked: 0, links: [{ url: target, readers: 0 }] });
  expect((await get(link)).headers.location).toBe(target);
  expect(await figuresOf(id)).toMatchObject({ agreed: 0, clicked: 0 });
  // saving the lists alone changes nothing about it
  await choose(agreed, listId, 'agrees');
  const token = preferencesOf(agreed.id, listId);
  expect((await world.api().newsletter.save({ body: { token, lists: [] } })).figures).toBe(true);
  await world.api().newsletter.forget({ body: { token } });
  expect((await get(link)).headers.location).toBe(target);
});
