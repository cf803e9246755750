import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { changePerson, findPerson, type Person } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { identityCalls, OwnProfile } from '../identity.contract.ts';
import { pictureOf } from '../picture.rules.ts';
import { openLinkOf } from './sign-up/links.queries.ts';
import { pictureHash } from './picture.queries.ts';
import { requireUser } from './sessions/sessions.service.ts';

async function profileOf(ctx: Ctx, person: Person): Promise<OwnProfile> {
  // system: the app role sees neither links nor pictures
  const [pending, hash] = await Promise.all([
    openLinkOf(ctx.system.read, { userId: person.id, kind: 'email-change' }, new Date(ctx.now())),
    pictureHash(ctx.system.read, person.id),
  ]);
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    pendingEmail: pending?.email ?? null,
    picture: hash === null ? null : pictureOf(hash),
    locale: person.locale,
    timeZone: person.timeZone,
    passwordChangedAt: person.passwordChangedAt,
    createdAt: person.createdAt,
    version: person.version,
  };
}

export async function getProfile(ctx: Ctx): Promise<OwnProfile> {
  const actor = requireUser(ctx);
  const person = await findPerson(ctx.db.read, actor.userId);
  if (person === null) throw new Failure('not_signed_in');
  return profileOf(ctx, person);
}

/** Changes name, language or zone. Throws `changed_meanwhile` when another window did since `version`. */
export async function updateProfile(ctx: Ctx, body: Parsed<typeof identityCalls.updateProfile>['body']): Promise<OwnProfile> {
  const actor = requireUser(ctx);
  const { version, name, locale, timeZone } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  const person = await ctx.db.write(async (tx) => {
    const changed = await changePerson(tx, { id: actor.userId, version }, change);
    await record(ctx, tx, {
      action: 'identity.profile-changed',
      subjectKind: 'user',
      subjectId: actor.userId,
      data: { fields: Object.keys(change).join(',') },
    });
    return changed;
  });
  return profileOf(ctx, person);
}
