/** Stories of cards, on the stand-in of the provider, as pages that a person can read: `golden/*.txt`. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import {
  asking,
  beginByCard,
  buyByCard,
  type CardWorld,
  cardWorld,
  hear,
  intentOf,
  mastercard,
  payOn,
  visa,
} from '../card-world.factory.ts';
import { reconcileStale } from '../pay.service.ts';
import { payToken } from '../pay-link-token.service.ts';
import { expectGolden } from './currencies.factory.ts';
import { play, type Stage, type Story } from './scenario.factory.ts';

let card: CardWorld;
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => {
  vi.useRealTimers();
  return card.close();
});

/** A price whose sum with tax cards take in every currency. */
const planOf = async (stage: Stage) => ({ planId: await stage.plan({ name: 'Card', month: 10_000n }), currency: stage.currency });
const buy = async (stage: Stage, number = visa): Promise<string> => {
  const id = await buyByCard(card.world, stage.buyer, { ...(await planOf(stage)), number });
  await stage.watch();
  return id;
};
/** What the bank says of the cards from now on. */
const fate = (name: string): void => {
  for (const thing of card.fake.things.values()) if (thing.object === 'payment_method') thing['_fate'] = name;
};
const open = async (stage: Stage) => (await stage.invoices()).find((one) => one.kind === 'invoice' && one.state === 'open');
const charges = async (stage: Stage): Promise<string> =>
  (await stage.invoices())
    .filter((one) => one.kind === 'invoice')
    .map(
      (one) =>
        one.payments
          .map((payment) => payment.state)
          .reverse()
          .join(' ') || 'none',
    )
    .join(' | ');
const tellCharges = async (stage: Stage) => stage.says(`payments: ${await charges(stage)}`);

const stories: Record<string, Story> = {
  '07 a first payment that the bank asks about, left alone': {
    start: '2027-01-12',
    async play(stage) {
      const { url } = await beginByCard(card.world, stage.buyer, await planOf(stage));
      const asked = await payOn(url, asking);
      stage.says(`the bank asks on ${new URL(asked.headers.get('location') ?? '').pathname.split('/')[1]}`);
      await stage.watch();
      await stage.to('2027-01-14', 'not paying');
      await tellCharges(stage);
    },
  },
  '08 a renewal is refused twice for want of money, then paid': {
    start: '2027-01-12',
    async play(stage) {
      await buy(stage);
      await stage.to('2027-02-10', 'not paying');
      fate('insufficient');
      await stage.to('2027-02-16', 'not paying');
      await tellCharges(stage);
      fate('visa');
      await stage.to('2027-03-13', 'not paying');
      await tellCharges(stage);
    },
  },
  '09 a renewal that the bank asks about, confirmed by the link of the mail': {
    start: '2027-01-12',
    async play(stage) {
      await buy(stage);
      await stage.to('2027-02-10', 'not paying');
      fate('authenticationRequired');
      await stage.to('2027-02-13', 'not paying');
      await tellCharges(stage);
      const token = payToken(card.world.ctx(), (await open(stage))?.id ?? '');
      const next = await card.world.api().payLink.pay({ body: { token, by: 'card' } });
      if (next.kind !== 'redirect') throw new Error('nowhere to confirm');
      await fetch(next.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'succeeded' }) });
      stage.says(`confirmed: ${(await card.world.api().payLink.look({ body: { token } })).state}`);
      await stage.watch();
      fate('visa');
      await stage.to('2027-03-13', 'not paying');
      await tellCharges(stage);
    },
  },
  '14 a dispute that is lost after the renewal': {
    start: '2027-01-12',
    async play(stage) {
      const id = await buy(stage);
      await stage.to('2027-02-20', 'not paying');
      const dispute = card.fake.dispute(intentOf(card, id));
      await hear(card);
      await stage.watch();
      await stage.to('2027-02-25', 'not paying');
      card.fake.closeDispute(dispute, 'lost');
      await hear(card);
      await stage.watch();
      await tellCharges(stage);
      await stage.to('2027-03-09', 'not paying');
      const again = await open(stage);
      stage.says(`due again: ${again?.remaining}`);
      await stage.record(again?.id ?? '', again?.remaining ?? 0);
      await stage.to('2027-03-13', 'not paying');
    },
  },
  '28 news twice, in the wrong order, late, and never': {
    start: '2027-01-12',
    async play(stage) {
      card.fake.switches.duplicate = true;
      card.fake.switches.reorder = true;
      const { url } = await beginByCard(card.world, stage.buyer, await planOf(stage));
      await payOn(url, visa);
      await hear(card);
      await stage.watch();
      card.fake.switches.duplicate = false;
      card.fake.switches.reorder = false;
      await tellCharges(stage);
      card.fake.switches.delay = true;
      fate('processing');
      await stage.to('2027-02-13', 'not paying');
      const waiting = await open(stage);
      card.fake.decide(intentOf(card, waiting?.id ?? ''), 'succeeded');
      await hear(card);
      await tellCharges(stage);
      await hear(card);
      await stage.watch();
      card.fake.switches.delay = false;
      await tellCharges(stage);
      card.fake.switches.drop = true;
      await stage.to('2027-03-13', 'not paying');
      card.fake.decide(intentOf(card, (await open(stage))?.id ?? ''), 'succeeded');
      await hear(card);
      await tellCharges(stage);
      await reconcileStale(card.world.ctx());
      card.fake.switches.drop = false;
      fate('visa');
      await tellCharges(stage);
      await stage.watch();
    },
  },
  '30 an account that is closed with an open invoice': {
    start: '2027-01-12',
    async play(stage) {
      await buy(stage);
      await stage.to('2027-02-10', 'not paying');
      fate('insufficient');
      await stage.to('2027-02-14', 'not paying');
      const { id = '', remaining = 0 } = (await open(stage)) ?? {};
      await changeAccountState(card.world.ctx(), { accountId: stage.buyer.accountId, to: 'closed' });
      await card.world.runJobs();
      stage.says(`closed, ${remaining} are open`);
      const token = payToken(card.world.ctx(), id);
      const next = await card.world.api().payLink.pay({ body: { token, by: 'card' } });
      if (next.kind !== 'redirect') throw new Error('no page to pay on');
      fate('visa');
      await payOn(next.url, mastercard);
      stage.says(`paid by the link: ${(await card.world.api().payLink.look({ body: { token } })).state}`);
      await stage.watch();
      await stage.to('2027-03-13', 'not paying');
      await tellCharges(stage);
    },
  },
};

test.each(Object.entries(stories))(
  '%s',
  async (name, story) => {
    const { world: place, shop } = card;
    const page = await play({ place, shop, jobs: () => place.runJobs() }, story);
    await expectGolden(page, name);
  },
  120_000,
);
