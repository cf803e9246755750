/** Every guarded call as each kind of holder: what the door says follows from the permission that the call names, and from nothing else. */
import { afterAll, expect, test } from 'vitest';
import {
  type AccountKind,
  everHeldBy,
  namesFor,
  type Preset,
  presets,
  roleOfPreset,
  statementsOfPreset,
} from '#core/iam/iam.rules.ts';
import { matchesAction, policyLimits } from '#core/iam/statements.rules.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { permissionsOf, staffRoleNames } from '#operate/admin/admin.rules.ts';
import { type KnockResult, guarded, knockOn, type NamedCall } from '#app/proof/testing-calls.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());

type Holding = { kind: AccountKind; held: readonly string[] };
/** What the door has to say of a call to somebody who holds these permissions. */
const beforehand = (call: NamedCall['call'], { kind, held }: Holding): '404' | '403' | 'let in' => {
  if (!everHeldBy(call.access, kind)) return '404';
  return held.includes(call.access) ? 'let in' : '403';
};
const told = ({ status, code, text }: KnockResult, access: string): '404' | '403' | 'let in' => {
  const missing: unknown = code === 'not_allowed' ? JSON.parse(text).data?.permission : null;
  if (status === 403 && missing === access) return '403';
  return status === 404 && code === 'not_found' ? '404' : 'let in';
};
/** What the door said otherwise than the table does. A call that was let in may miss its thing, or be asked for more. */
async function sweep(token: string, { kind, held }: Holding, some: readonly NamedCall[] = guarded): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of some) {
    const answer = await knockOn(world.app, one, { token });
    const [due, is] = [beforehand(one.call, { kind, held }), told(answer, one.call.access)];
    const fits = due === 'let in' ? is !== '403' && answer.status !== 401 && answer.status < 500 : due === is;
    if (!fits) wrong.push(`${one.name}: ${due} was due, ${answer.status} ${answer.code} came`);
  }
  return wrong;
}
const heldBy = (preset: Preset, kind: AccountKind): string[] => {
  const names = (effect: 'allow' | 'deny') =>
    statementsOfPreset(preset)
      .filter((one) => one.effect === effect)
      .flatMap((one) => namesFor(kind).filter((name) => one.actions.some((pattern) => matchesAction(pattern, name))));
  return names('allow').filter((name) => !names('deny').includes(name));
};

test.each((['customer', 'vendor', 'operator'] as const).flatMap((kind) => presets.map((preset) => [preset, kind] as const)))(
  'the preset %s in an account of kind %s opens what it names and nothing else',
  async (preset, kind) => {
    const owner = await buildActor(world, { kind });
    const who =
      preset === 'owner' ? owner : await buildActor(world, { accountId: owner.actor.accountId, role: roleOfPreset(preset) });
    if (preset !== 'owner') await buildGrant(world, who.actor, { preset });
    expect(await sweep(who.token, { kind, held: heldBy(preset, kind) })).toEqual([]);
  },
  120_000,
);

test.each(staffRoleNames)(
  'staff of the operator with the role %s',
  async (role) => {
    const owner = await buildActor(world, { kind: 'operator' });
    const held = permissionsOf([role]);
    const { token } = await buildActor(world, { accountId: owner.actor.accountId, role: 'staff', permissions: held });
    expect(await sweep(token, { kind: 'operator', held })).toEqual([]);
  },
  120_000,
);

test.each(namesFor('operator'))(
  'all permissions but %s',
  async (missing) => {
    const owner = await buildActor(world, { kind: 'operator' });
    const { actor, token } = await buildActor(world, { accountId: owner.actor.accountId, role: 'staff' });
    const held = namesFor('operator').filter((name) => name !== missing);
    const statements = [
      { id: 'most', effect: 'allow' as const, actions: held.slice(0, policyLimits.actions), resources: ['*'] },
      { id: 'rest', effect: 'allow' as const, actions: held.slice(policyLimits.actions), resources: ['*'] },
    ].filter((one) => one.actions.length > 0);
    await buildGrant(world, actor, { preset: 'none', statements });
    // all that ask for it, and one of each that ask for another
    const some = guarded.filter(
      ({ call }, at) => call.access === missing || guarded.findIndex((one) => one.call.access === call.access) === at,
    );
    expect(await sweep(token, { kind: 'operator', held }, some)).toEqual([]);
  },
  120_000,
);
