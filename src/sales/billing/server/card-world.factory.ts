/** A world whose shop takes cards, on the stand-in of the provider; its events reach the world's door. */
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { type CardProviderFake, startCardProvider } from '../../../../e2e/card-provider/card-provider.ts';
import { buildShop, type Shop } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import type { PaymentRow } from './invoices.table.ts';
import { customerRef } from './parties.queries.ts';
import { paymentById } from './payments.queries.ts';

export type CardWorld = {
  world: World;
  fake: CardProviderFake;
  shop: Shop;
  /** What makes a process take these cards. */
  env: Record<string, string>;
  close(): Promise<void>;
};

/** `more`: further settings of the installation. */
export async function cardWorld(more: Record<string, string> = {}): Promise<CardWorld> {
  const clock = { now: () => Date.now() };
  const fake = await startCardProvider({ clock: () => clock.now() });
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url, ...more };
  const world = await testWorld({ env });
  clock.now = world.clock.now;
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const address = world.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  fake.deliverTo(`http://127.0.0.1:${port}/api/providers/card/events`);
  const shop = await buildShop(world);
  return {
    world,
    fake,
    shop,
    env,
    close: async () => {
      await world.close();
      await fake.close();
    },
  };
}

export const visa = '4242424242424242';
export const mastercard = '5555555555554444';
/** The card whose bank asks its holder every time. */
export const asking = '4000002500003155';

/** Types a card number into the provider's page. */
export const payOn = (url: string, number: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number }),
  });

type Wish = { planId: string; currency?: string };
async function ask(world: Pick<World, 'api'>, buyer: UserActor, of: Wish): Promise<{ id: string; url: string | null }> {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: of.planId, period: 'month', currency: of.currency ?? 'EUR' } });
  const { invoiceId, next } = await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
  return { id: invoiceId ?? '', url: next.kind === 'redirect' ? next.url : null };
}
/** Begins to buy a plan for months by card; the answer is where to pay. */
export async function beginByCard(world: Pick<World, 'api'>, buyer: UserActor, of: Wish): Promise<{ id: string; url: string }> {
  const { id, url } = await ask(world, buyer, of);
  if (url === null) throw new Error('no page to pay on');
  return { id, url };
}
/** Buys it and pays, where something is due now. Returns the invoice, empty for none. */
export async function buyByCard(world: Pick<World, 'api'>, buyer: UserActor, of: Wish & { number?: string }): Promise<string> {
  const { id, url } = await ask(world, buyer, of);
  if (url === null) return id;
  await payOn(url, of.number ?? visa);
  await world.api(buyer).billing.outcome({ params: { id } });
  return id;
}

/** Sends what the provider has to tell, and does what follows from it. */
export async function hear({ world, fake }: Pick<CardWorld, 'world' | 'fake'>): Promise<void> {
  await fake.pumpWebhooks();
  await world.runJobs();
}

/** Goes on day by day; the engine and the jobs run every day. */
export async function days(world: World, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
    await world.runJobs();
  }
}

/** The provider's name of the payment of an invoice. */
export function intentOf({ fake }: Pick<CardWorld, 'fake'>, invoiceId: string): string {
  const found = [...fake.things.values()].filter(
    (thing) => thing.object === 'payment_intent' && JSON.stringify(thing['metadata']).includes(invoiceId),
  );
  const last = found.at(-1);
  if (last === undefined) throw new Error('the provider knows of no such payment');
  return last.id;
}

/** The provider's name of an account that paid by card. */
export const customerIn = ({ world }: Pick<CardWorld, 'world'>, accountId: string): Promise<string | null> =>
  customerRef(world.ctx().system.read, { accountId, provider: 'card' });

export const paymentIn = ({ world }: Pick<CardWorld, 'world'>, id: string): Promise<PaymentRow | null> =>
  paymentById(world.ctx().system.read, id);
