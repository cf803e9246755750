/** Subscribing and leaving on the real database: nothing without consent, and leaving without a fuss. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { CONSENT_VERSION } from '../newsletter.rules.ts';
import { readLink, signLink } from './links.service.ts';
import { buildList, buildSubscriber } from './newsletter.factory.ts';
import { forgetAddress } from './preferences.service.ts';
import { noteBounce } from './subscribers.service.ts';
import { forgetUnconfirmed } from './subscribing.service.ts';

const world = await testWorld({ env: { MAIL_FROM: 'Atrium <news@meet.example>' } });
afterAll(() => world.close());
const operator = await buildOperator(world);
const editor = () => world.ctx(operator.actor);
const open = () => world.api().newsletter;
const day = 86_400_000;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const someone = () => `reader-${newId().slice(-12)}@example.org`;
async function ask(email: string, ...lists: string[]) {
  const challenge = await buildAnswer(world.ctx());
  const answer = await world.app.inject({
    ...{ method: 'POST', url: '/api/newsletter/subscribe' },
    payload: { email, lists, locale: 'en-US', source: '/blog/a-post', challenge },
  });
  await world.runJobs();
  return [answer.statusCode, answer.body] as const;
}
const linkIn = (text: string | null | undefined, kind: 'confirm' | 'preferences') =>
  new RegExp(`\\?${kind}=([\\w-]+)`).exec(text ?? '')?.[1] ?? '';
const lastMail = async (email: string) => (await mailsTo(world, email)).at(-1);
const rowsOf = async (email: string) =>
  (
    await world.ctx().system.read.execute<Record<string, unknown>>(sql`
      select s.* from newsletter_subscriptions s join newsletter_subscribers p on p.id = s.subscriber_id where p.email = ${email}`)
  ).rows;
const statesOf = async (email: string) => (await rowsOf(email)).map((row) => row['state']);
const preferencesOf = (subscriberId: string, over: Partial<Parameters<typeof signLink>[1]> = {}) =>
  signLink(world.ctx(), { kind: 'preferences', subscriberId, listId: null, campaignId: null, at: world.clock.now(), ...over });

describe('subscribing', () => {
  test('only the button behind the mailed link subscribes, and what was agreed to is kept', async () => {
    const [list, email] = [await buildList(editor(), 'Product news'), someone()];
    expect(await ask(email, list)).toEqual([200, '{}']);
    const mail = await lastMail(email);
    expect(mail?.subject).toBe('Confirm your subscription at localhost:3000');
    expect(mail?.bodyText).toContain('Product news');
    const token = linkIn(mail?.bodyText, 'confirm');
    // mail scanners open links
    for (const _time of [1, 2])
      expect(await open().pending({ query: { token } })).toEqual({
        email,
        lists: [{ id: list, name: 'Product news' }],
        confirmed: false,
      });
    expect(await statesOf(email)).toEqual(['pending']);
    expect((await open().confirm({ body: { token } })).lists).toEqual(['Product news']);
    const [row] = await rowsOf(email);
    expect(row).toMatchObject({
      ...{ state: 'confirmed', source: '/blog/a-post', text_version: CONSENT_VERSION, text_locale: 'en-US' },
      asked_address: '127.0.0.1',
    });
    expect(row?.['confirmed_at']).not.toBeNull();
    const mails = await mailsTo(world, email);
    expect(mails.map((one) => one.template)).toEqual(['newsletter.confirm', 'newsletter.welcome']);
    // once more changes nothing, and welcomes nobody again
    expect((await open().confirm({ body: { token } })).lists).toEqual([]);
    expect(await mailsTo(world, email)).toHaveLength(2);
  });

  test('every address gets the same answer; who is subscribed, suppressed or unknown shows only in the mailbox', async () => {
    const list = await buildList(editor());
    const known = await buildSubscriber(world.ctx(), { lists: [list] });
    const blocked = await buildSubscriber(world.ctx(), { lists: [list], state: 'blocklisted' });
    const fresh = someone();
    const answers = [await ask(known.email, list), await ask(blocked.email, list), await ask(fresh, list)];
    expect(new Set(answers.map(String)).size).toBe(1);
    expect((await lastMail(known.email))?.template).toBe('newsletter.preferences');
    expect(await lastMail(blocked.email)).toBeUndefined();
    expect((await lastMail(fresh))?.template).toBe('newsletter.confirm');
    expect(await statesOf(known.email)).toEqual(['confirmed']);
  });

  test('a second list within the day brings one more link, which confirms both, and no third', async () => {
    const lists = [await buildList(editor(), 'One'), await buildList(editor(), 'Two'), await buildList(editor(), 'Three')];
    const [first = '', second = '', third = ''] = lists;
    const email = someone();
    await ask(email, first);
    const early = linkIn((await lastMail(email))?.bodyText, 'confirm');
    world.clock.advance(60_000);
    await ask(email, first);
    expect(await mailsTo(world, email)).toHaveLength(1);
    await ask(email, second);
    expect(await mailsTo(world, email)).toHaveLength(2);
    const late = await lastMail(email);
    expect(late?.bodyText).toContain('One and Two');
    world.clock.advance(60_000);
    await ask(email, third);
    expect(await mailsTo(world, email)).toHaveLength(2);
    // each link confirms what was asked for before it
    expect((await open().confirm({ body: { token: early } })).lists).toEqual(['One']);
    expect((await open().confirm({ body: { token: linkIn(late?.bodyText, 'confirm') } })).lists).toEqual(['Two']);
    const states = Object.fromEntries((await rowsOf(email)).map((row) => [row['list_id'], row['state']]));
    expect(states).toEqual({ [first]: 'confirmed', [second]: 'confirmed', [third]: 'pending' });
    world.clock.advance(day);
    await ask(email, third);
    expect((await mailsTo(world, email)).filter((one) => one.template === 'newsletter.confirm')).toHaveLength(3);
  });

  test('typing an address again does not stop its owner from confirming: every mailed link works', async () => {
    const [list, email] = [await buildList(editor()), someone()];
    await ask(email, list);
    const first = linkIn((await lastMail(email))?.bodyText, 'confirm');
    world.clock.advance(60_000);
    await ask(email, list);
    expect(await open().pending({ query: { token: first } })).toMatchObject({ confirmed: false, lists: [{ id: list }] });
    world.clock.advance(day);
    await ask(email, list);
    expect(await mailsTo(world, email)).toHaveLength(2);
    expect((await open().confirm({ body: { token: first } })).lists).toHaveLength(1);
    expect(await statesOf(email)).toEqual(['confirmed']);
  });

  test('a link from before somebody left confirms nothing that is asked for afterwards', async () => {
    const [list, email] = [await buildList(editor()), someone()];
    await ask(email, list);
    const first = linkIn((await lastMail(email))?.bodyText, 'confirm');
    await open().confirm({ body: { token: first } });
    const [row] = await rowsOf(email);
    const preferences = preferencesOf(String(row?.['subscriber_id']));
    await open().save({ body: { token: preferences, lists: [], locale: 'en-US' } });
    world.clock.advance(60_000);
    await ask(email, list);
    expect((await open().confirm({ body: { token: first } })).lists).toEqual([]);
    expect(await statesOf(email)).toEqual(['pending']);
  });

  test('what waits for a link goes thirty days after the last one was mailed', async () => {
    const [list, email] = [await buildList(editor()), someone()];
    await ask(email, list);
    world.clock.advance(29 * day);
    await ask(email, list);
    world.clock.advance(2 * day);
    await forgetUnconfirmed(world.ctx());
    expect(await statesOf(email)).toEqual(['pending']);
    world.clock.advance(29 * day);
    await forgetUnconfirmed(world.ctx());
    expect(await statesOf(email)).toEqual([]);
  });

  test('what was never confirmed goes after thirty days; who had left before stays unsubscribed', async () => {
    const [list, email] = [await buildList(editor()), someone()];
    const gone = await buildSubscriber(world.ctx(), { lists: [list], subscription: 'unsubscribed' });
    await ask(email, list);
    await ask(gone.email, list);
    expect([await statesOf(email), await statesOf(gone.email)]).toEqual([['pending'], ['pending']]);
    const token = linkIn((await lastMail(email))?.bodyText, 'confirm');
    world.clock.advance(31 * day);
    expect(await codeOf(open().confirm({ body: { token } }))).toBe('link_expired');
    await forgetUnconfirmed(world.ctx());
    expect([await statesOf(email), await statesOf(gone.email)]).toEqual([[], ['unsubscribed']]);
    expect(await codeOf(open().pending({ query: { token: token.replace(/^./, 'B') } }))).toBe('link_unknown');
  });

  test('our own sender, archived lists and addresses with line ends bring no mail', async () => {
    const list = await buildList(editor());
    expect((await ask('news@meet.example', list))[0]).toBe(200);
    expect(await lastMail('news@meet.example')).toBeUndefined();
    const { items } = await world.api(operator.actor).newsletterLists.list();
    const revision = items.find((one) => one.id === list)?.revision ?? 0;
    await world.api(operator.actor).newsletterLists.edit({ params: { id: list }, body: { revision, archived: true } });
    const email = someone();
    await ask(email, list);
    expect(await lastMail(email)).toBeUndefined();
    for (const bad of ['a@example.org\r\nBcc: b@example.org', 'a@example.org,b@example.org', '"<x>"@'])
      expect((await ask(bad, list))[0]).toBe(400);
  });
});

describe('leaving', () => {
  const oneClick = (token: string, over: { payload?: string; type?: string } = {}) =>
    world.app.inject({
      ...{ method: 'POST', url: `/newsletter?preferences=${token}` },
      headers: { 'content-type': over.type ?? 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      payload: over.payload ?? 'List-Unsubscribe=One-Click',
    });

  test('one POST of a mail program leaves the list of the mail, without cookies and from any site, in either kind of form', async () => {
    const [one, two] = [await buildList(editor()), await buildList(editor())];
    const form = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    for (const over of [{}, { payload: form, type: 'multipart/form-data; boundary=b' }]) {
      const reader = await buildSubscriber(world.ctx(), { lists: [one, two] });
      const token = preferencesOf(reader.id, { listId: one });
      const answer = await oneClick(token, over);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined]);
      const states = Object.fromEntries((await rowsOf(reader.email)).map((row) => [row['list_id'], row['state']]));
      expect(states).toEqual({ [one]: 'unsubscribed', [two]: 'confirmed' });
      expect((await rowsOf(reader.email)).find((row) => row['list_id'] === one)?.['unsubscribed_by']).toBe('one_click');
      expect((await oneClick(token, over)).statusCode).toBe(200);
    }
  });

  test('reading the preferences changes nothing, nor does a POST without the field or with a forged link', async () => {
    const list = await buildList(editor());
    const reader = await buildSubscriber(world.ctx(), { lists: [list] });
    const token = preferencesOf(reader.id, { listId: list });
    const view = await open().preferences({ query: { token } });
    expect(view).toMatchObject({ email: reader.email, list, state: 'active' });
    expect(view.lists.find((one) => one.id === list)).toMatchObject({ subscribed: true });
    expect((await oneClick(token, { payload: 'x=1' })).statusCode).toBe(400);
    const stranger = { secrets: createSecrets(Buffer.alloc(32, 9).toString('base64url')) };
    const forged = signLink(stranger, { kind: 'preferences', subscriberId: reader.id, listId: list, campaignId: null, at: 1 });
    expect((await oneClick(forged)).statusCode).toBe(404);
    for (const changed of [forged, token.replace(/^./, 'B'), `${token}A`]) expect(readLink(world.ctx(), changed)).toBeNull();
    expect(await statesOf(reader.email)).toEqual(['confirmed']);
  });

  test('an old link opens no preferences any more, and still unsubscribes', async () => {
    const list = await buildList(editor());
    const reader = await buildSubscriber(world.ctx(), { lists: [list] });
    const token = preferencesOf(reader.id, { at: world.clock.now() - 366 * day });
    expect(await codeOf(open().preferences({ query: { token } }))).toBe('link_expired');
    expect((await open().leave({ body: { token } })).left).toEqual([list]);
    expect(await statesOf(reader.email)).toEqual(['unsubscribed']);
  });

  test('preferences change lists and language, and undo an unsubscription with consent of its own', async () => {
    const [one, two] = [await buildList(editor()), await buildList(editor())];
    const reader = await buildSubscriber(world.ctx(), { lists: [one] });
    const token = preferencesOf(reader.id);
    const saved = await open().save({ body: { token, lists: [two], locale: 'de' } });
    expect(saved.locale).toBe('de');
    expect(saved.lists.filter((list) => list.subscribed).map((list) => list.id)).toEqual([two]);
    await open().leave({ body: { token, lists: [two] } });
    expect(new Set(await statesOf(reader.email))).toEqual(new Set(['unsubscribed']));
    await open().save({ body: { token, lists: [two] } });
    const row = (await rowsOf(reader.email)).find((found) => found['list_id'] === two);
    expect(row).toMatchObject({ state: 'confirmed', unsubscribed_at: null, text_version: CONSENT_VERSION });
  });

  test('somebody who is forgotten leaves nothing, and of a suppressed address only that it is', async () => {
    const list = await buildList(editor());
    const [reader, bounced] = [
      await buildSubscriber(world.ctx(), { lists: [list] }),
      await buildSubscriber(world.ctx(), { lists: [list] }),
    ];
    expect(await noteBounce(world.ctx(), { email: bounced.email.toUpperCase(), kind: 'hard' })).toBe(true);
    expect(await noteBounce(world.ctx(), { email: someone(), kind: 'hard' })).toBe(false);
    await open().forget({ body: { token: preferencesOf(reader.id) } });
    await world.ctx().system.write((tx) => forgetAddress(tx, bounced.email));
    const left = await world.ctx().system.read.execute(sql`
      select p.email, p.state, s.list_id from newsletter_subscribers p left join newsletter_subscriptions s on s.subscriber_id = p.id
      where p.email in (${reader.email}, ${bounced.email})`);
    expect(left.rows).toEqual([{ email: bounced.email, state: 'bounced', list_id: null }]);
    expect(await codeOf(open().preferences({ query: { token: preferencesOf(reader.id) } }))).toBe('link_unknown');
  });
});
