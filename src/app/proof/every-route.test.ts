/**
 * Every route of the specification answers each kind of visitor: with its page, the sign-in, "not allowed" or "not found", and never with an
 * error. Who may see which is written out, so that a change to the product's own table shows.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { authCookies } from '#kit/facts.ts';
import { newId } from '#kit/server/ids.ts';
import { openPages } from './pages.factory.ts';
import { testWorld, type World } from './testing.ts';

/** A support agent of the operator stands for staff, and may answer tickets alone. */
const visitors = ['guest', 'owner', 'member', 'vendor', 'staff', 'operator'] as const;
type Visitor = (typeof visitors)[number];

/** Routes by what the visitors above get, in their order. `{room}`: one of the owner's; `{self}`: the visitor; `{none}`: nothing there. */
const routes: Readonly<Record<string, readonly string[]>> = {
  '200 200 200 200 200 200': [
    ...['/', '/posts', '/newsletter', '/purchase-plan', '/m', '/m/{slug}'],
    ...['/verify-email', '/update-password', '/google-login', '/facebook-login', '/api/social/handle/google'],
  ],
  // a page of a course is for the person of its launch, not for who is signed in here
  '404 404 404 404 404 404': ['/lti/visit/no-such-token-of-a-launch', '/lti/choose/no-such-token-of-a-launch'],
  '200 home home home home home': ['/login', '/reset-password', '/complete-registration'],
  'login 200 200 200 200 200': [
    ...['/dashboard', '/settings', '/create-passwordsocial', '/users/groups/my-groups'],
    ...['/users/profile', '/users/profile/edit', '/users/profile/change-password', '/users/profile/{self}'],
  ],
  'login 200 200 200 403 200': [
    ...['/rooms', '/rooms/my-rooms', '/rooms/add-room', '/rooms/edit-room', '/rooms/recycle-bin', '/rooms/calendar'],
    ...['/meetings', '/rooms/meetings', '/rooms/meeting', '/network/rooms'],
    ...['/recordings/myRecordings', '/recordings/allRecordings', '/library', '/chat', '/mailbox', '/task_board'],
  ],
  'login 200 200 404 403 200': ['/rooms/{room}'],
  'login 200 403 200 403 200': [
    ...['/api-endpoint', '/plugins', '/quill', '/users/groups', '/users/groups/add-group', '/users/groups/edit-group'],
    ...['/users/IAMUsers', '/users/IAMUsers/add-user', '/users/IAMUsers/edit-user', '/charts', '/data_visualization', '/lti'],
  ],
  // the operator buys nothing from itself, and asks itself for no help
  'login 200 403 200 404 404': ['/invoices', '/my-subscriptions'],
  'login 404 403 404 404 404': ['/invoices/{none}'],
  'login 200 200 200 404 404': ['/issues/user/list', '/issues/user/add-ticket', '/issues/user/details'],
  'login 404 404 200 200 200': ['/issues/list'],
  'login 404 404 200 403 200': ['/users', '/users/edit-user', '/vendors', '/vendors/add-vendor', '/vendors/edit-vendor'],
  'login 404 404 404 403 200': [
    ...['/users/add-user', '/servers', '/servers/add-server', '/servers/edit-server', '/all-invoices', '/all-invoices/new'],
    ...['/subscription-plans', '/subscription-plans/add-plan', '/newedit', '/posts/add-post', '/posts/edit-posts'],
    ...['/categories', '/categories/add-categories', '/categories/edit-categories', '/categories/edit-blogs'],
  ],
  'login 404 404 404 403 404': ['/all-invoices/{none}', '/subscription-plans/edit-plan/{none}'],
};

let world: World & { close(): Promise<void> };
let web: FastifyInstance;
const cookies = new Map<Visitor, string>();
const ids = new Map<Visitor, string>();
const room = { id: '', slug: '' };
beforeAll(async () => {
  world = await testWorld();
  web = await openPages(world.parts);
  const [owner, operator] = [await buildActor(world), await buildActor(world, { kind: 'operator' })];
  const signedIn = {
    owner,
    member: await buildActor(world, { accountId: owner.actor.accountId }),
    vendor: await buildActor(world, { kind: 'vendor' }),
    staff: await buildActor(world, {
      accountId: operator.actor.accountId,
      role: 'staff',
      permissions: ['tickets.answer'],
    }),
    operator,
  };
  for (const who of visitors) {
    if (who === 'guest') continue;
    const { token, actor } = signedIn[who];
    cookies.set(who, `${authCookies.token}=${encodeURIComponent(`Bearer ${token}`)}`);
    ids.set(who, actor.userId);
  }
  const made = await world.app.inject({
    method: 'POST',
    url: '/api/rooms',
    headers: { authorization: `Bearer ${owner.token}` },
    payload: { name: 'Physics' },
  });
  expect(made.statusCode).toBe(200);
  Object.assign(room, made.json());
}, 180_000);
afterAll(async () => {
  await web.close();
  await world.close();
});

async function answerTo(who: Visitor, route: string): Promise<string> {
  const url = route
    .replace('{room}', room.id)
    .replace('{slug}', room.slug)
    .replace('{self}', ids.get(who) ?? '')
    .replace('{none}', newId());
  const { statusCode, headers, body } = await web.inject({ url, headers: { cookie: cookies.get(who) ?? '' } });
  const leadsTo: Readonly<Record<string, string>> = { '/login': 'login', '/dashboard': 'home' };
  if (headers.location !== undefined) return leadsTo[headers.location] ?? `to ${headers.location}`;
  if (!/<h1[\s>]/.test(body)) return `${statusCode} without a heading`;
  return String(statusCode);
}

test('every route answers six kinds of visitor', { timeout: 180_000 }, async () => {
  const wrong: string[] = [];
  for (const [expected, paths] of Object.entries(routes))
    for (const path of paths) {
      const answers: string[] = [];
      for (const who of visitors) answers.push(await answerTo(who, path));
      if (answers.join(' ') !== expected) wrong.push(`${path}: ${answers.join(', ')} instead of ${expected}`);
    }
  expect(wrong).toEqual([]);
});
