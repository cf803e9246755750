/** People of an account with their rights, as requests of theirs find them, for tests. */
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { lookUpToken } from '#app/http/sign-in.ts';
import type { World } from '#app/proof/testing.ts';

export const password = 'tall-giraffe-in-rain';
/** The code of a failure, `fine` without one. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

type Given = Parameters<typeof buildGrant>[2];
type Built = Awaited<ReturnType<typeof buildActor>>;
type ApiOf = ReturnType<World['api']>;
export type IamPeople = {
  seen: (token: string) => Promise<UserActor>;
  apiOf: (token: string) => Promise<ApiOf>;
  statusOf: (token: string, url?: string) => Promise<number>;
  owner: () => Promise<Built & { api: ApiOf }>;
  colleague: (accountId: string, given?: Given) => Promise<Built>;
};
export function iamPeople(world: World): IamPeople {
  /** Looked up again, as by a request of theirs. */
  async function seen(token: string): Promise<UserActor> {
    const actor = await lookUpToken(world.parts, token);
    if ('refused' in actor) throw new Error(actor.refused);
    return actor;
  }
  const apiOf = async (token: string) => world.api(await seen(token));
  const statusOf = async (token: string, url = '/api/user') =>
    (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  /** The owner of a new account, signed in and proven. */
  async function owner() {
    const built = await buildActor(world, { kind: 'customer', password });
    await world.api(built.actor).safety.prove({ body: { password } });
    return { ...built, api: await apiOf(built.token) };
  }
  /** Somebody else of the account, signed in and proven. */
  async function colleague(accountId: string, given: Given = {}) {
    const built = await buildActor(world, { accountId, role: 'staff', password });
    await buildGrant(world, built.actor, given);
    await world.api(built.actor).safety.prove({ body: { password } });
    return built;
  }
  return { seen, apiOf, statusOf, owner, colleague };
}
