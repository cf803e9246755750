/** Work in somebody's name where nobody is signed in: rooms that courses or the start page make belong to a person. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { findPerson } from './people.service.ts';

export type StandIn = { accountId: string; userId: string; scope: readonly string[] };
/** Null: that person is gone. */
export async function standInFor(ctx: Ctx, { accountId, userId, scope }: StandIn): Promise<Ctx | null> {
  const person = await findPerson(ctx.system.read, userId);
  if (person === null) return null;
  const actor: UserActor = {
    kind: 'user',
    // no operator's eyes: those would see the rooms of all accounts
    ...{ userId, accountId, accountKind: 'customer', sessionId: '', role: 'member', scope: [...scope] },
    ...{ name: person.name, email: person.email, locale: person.locale, timeZone: person.timeZone },
  };
  return { ...ctx, actor, db: ctx.system };
}
