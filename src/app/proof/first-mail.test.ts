/** The first mail to somebody who knows nobody here: anybody may have it sent, so it carries nothing that they wrote but a short plain name. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { iamMails } from '#core/iam/server/iam.mail.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import type { MailTemplate } from '#core/outbox/server/render.mail.ts';
import { roomMails } from '#meet/rooms/server/rooms.mail.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const lure = 'You won! Claim at https://evil.example/claim?x=1 or www.evil.example, write to win@evil.example now';
const toStrangers: readonly MailTemplate[] = [iamMails.invitation, roomMails.invitation, roomMails.transfer];

test('abuse row 26: subjects of first mails name nothing but the site, in every language', () => {
  for (const { name, folder, key, readers } of toStrangers) {
    expect([name, readers]).toEqual([name, 'strangers']);
    const files = globSync('*.json', { cwd: folder.pathname });
    expect(files).toHaveLength(13);
    for (const file of files) {
      const { mail } = JSON.parse(readFileSync(path.join(folder.pathname, file), 'utf8'));
      expect([name, file, mail[key].subject.match(/\{[^}]*\}/g)]).toEqual([name, file, ['{site}']]);
    }
  }
});

test('abuse row 26: what the sender called themselves and their things stands there cut and without links', async () => {
  const { actor } = await buildActor(world, { kind: 'customer', password, email: 'lurer@example.org' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }), name: lure };
  const api = world.api(full);
  await world.ctx().system.read.execute(sql`update accounts set name = ${lure} where id = ${actor.accountId}`);
  await world.ctx().system.read.execute(sql`update users set name = ${lure} where id = ${actor.userId}`);
  await api.safety.prove({ body: { password } });
  await api.iam.invite({ body: { email: 'stranger@example.org', preset: 'member' } });
  const room = await createRoom(world.ctx(full), { name: lure.slice(0, 80) });
  await api.rooms.invite({ params: { id: room.id }, body: { email: 'stranger@example.org', role: 'moderator' } });
  const mails = await mailsTo(world, 'stranger@example.org');
  expect(mails.map((mail) => mail.template).sort()).toEqual(['iam.invitation', 'rooms.invitation']);
  for (const { subject, bodyText, bodyHtml, template } of mails) {
    expect([template, subject]).toEqual([template, expect.not.stringMatching(/won|evil/)]);
    for (const body of [bodyText ?? '', bodyHtml ?? '']) {
      expect(body).toContain('You won!');
      expect(body).not.toContain('evil.example');
      expect(body).not.toContain('://evil');
      // cut before its end
      expect(body).not.toContain('write to');
    }
  }
});
