/** Lines of statements that pay invoices: once each, by hand and by themselves, in part and too much, and taken back. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import type { EntryView } from '../bank.contract.ts';
import { camtOf, type StatementLine } from './statement-file.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const bank = () => world.api(shop.operator).bank;
const keeper = () => world.api(shop.operator).allInvoices;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const file = (text: string, name = 'november.xml') => ({ name, content: Buffer.from(text).toString('base64') });
const read = (...lines: StatementLine[]) => bank().read({ body: file(camtOf(lines)) });

/** An invoice of 119.00, or so many times that. */
async function issued(buyer: UserActor, times = 1) {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: times, unit: 10_000 }] };
  const { id, revision } = await keeper().create({ body });
  return keeper().finalize({ params: { id }, body: { revision } });
}
const stateOf = async (id: string) => {
  const { state, remaining, payments } = await keeper().get({ params: { id } });
  return { state, remaining, payments: payments.map((one) => [one.state, one.amount, one.valueDate]) };
};
async function waiting(text: string): Promise<EntryView> {
  const found = (await bank().queue()).items.find((one) => one.text === text);
  if (found === undefined) throw new Error(`no line ${text}`);
  return found;
}
const balanceOf = async (buyer: UserActor): Promise<number> => {
  const rows = await world
    .ctx()
    .system.read.execute<{ amount: string }>(
      sql`select coalesce(sum(amount), 0) as amount from balance_entries where account_id = ${buyer.accountId}`,
    );
  return Number(rows.rows[0]?.amount);
};

test('a payment knows the line that it came by, and what else that line paid; for its seller alone', async () => {
  const [ana, other] = [await buildBuyer(world), await buildBuyer(world)];
  const [first, second] = [await issued(ana), await issued(ana, 2)];
  await read({ amount: '357.00', text: `known by ${first.number} ${second.number}` });
  const line = await waiting(`known by ${first.number} ${second.number}`);
  await bank().book({ params: { id: line.id }, body: { invoiceIds: [first.id, second.id] } });
  const [payment] = (await keeper().get({ params: { id: first.id } })).payments;
  const params = { id: payment?.id ?? '' };
  const { entry } = await bank().ofPayment({ params });
  expect(entry?.id).toBe(line.id);
  expect(entry?.booked.map((one) => [one.invoiceId, one.paymentId === params.id])).toEqual([
    [first.id, true],
    [second.id, false],
  ]);
  const byHand = await issued(other);
  const body = { amount: 11_900, valueDate: '2026-11-20', bankRef: '', note: '' };
  const noted = await keeper().record({ params: { id: byHand.id }, body });
  expect(await bank().ofPayment({ params: { id: noted.payments[0]?.id ?? '' } })).toEqual({ entry: null });
  expect(await bank().ofPayment({ params: { id: newId() } })).toEqual({ entry: null });
  expect(await codeOf(world.api(ana).bank.ofPayment({ params }))).toBe('not_found');
  expect(await codeOf(world.api(undefined).bank.ofPayment({ params }))).toBe('not_signed_in');
  expect(await codeOf(world.api({ ...shop.operator, scope: [] }).bank.ofPayment({ params }))).toBe('not_allowed');
});

describe('booking', () => {
  test('exact, too little, too much, and one line for two invoices', async () => {
    const [ana, ben, eva] = [await buildBuyer(world), await buildBuyer(world), await buildBuyer(world)];
    const [exact, little, much] = [await issued(ana), await issued(ben), await issued(eva)];
    const [first, second] = [await issued(ana), await issued(ana, 2)];
    await read(
      { amount: '119.00', text: `RE ${exact.number}` },
      { amount: '100.00', text: `too little ${little.number}` },
      { amount: '120.00', text: `too much ${much.number}` },
      { amount: '357.00', text: `both ${first.number} ${second.number}` },
    );
    const sure = await waiting(`RE ${exact.number}`);
    expect(sure.match).toMatchObject({
      group: 'sure',
      reason: 'named_amount',
      left: 0,
      claims: [{ id: exact.id, accountName: expect.any(String) }],
    });
    expect(await bank().book({ params: { id: sure.id }, body: { invoiceIds: [exact.id] } })).toMatchObject({
      state: 'booked',
      how: 'hand',
      by: shop.operator.name,
      match: null,
      booked: [{ invoiceId: exact.id, amount: 11_900 }],
    });
    expect(await stateOf(exact.id)).toEqual({ state: 'paid', remaining: 0, payments: [['succeeded', 11_900, '2026-11-16']] });
    expect(await codeOf(bank().book({ params: { id: sure.id }, body: { invoiceIds: [exact.id] } }))).toBe('wrong_state');

    const less = await waiting(`too little ${little.number}`);
    expect(less.match).toMatchObject({ group: 'check', reason: 'named_less', left: 1900, tolerable: false });
    expect(await codeOf(bank().book({ params: { id: less.id }, body: { invoiceIds: [little.id], missing: 'charges' } }))).toBe(
      'not_tolerable',
    );
    await bank().book({ params: { id: less.id }, body: { invoiceIds: [little.id] } });
    expect(await stateOf(little.id)).toMatchObject({ state: 'open', remaining: 1900 });

    const more = await waiting(`too much ${much.number}`);
    expect(more.match).toMatchObject({ group: 'check', reason: 'named_more', left: -100 });
    await bank().book({ params: { id: more.id }, body: { invoiceIds: [much.id] } });
    expect([await stateOf(much.id), await balanceOf(eva)]).toMatchObject([{ state: 'paid', remaining: 0 }, 100]);

    const both = await waiting(`both ${first.number} ${second.number}`);
    expect(both.match).toMatchObject({ group: 'sure', left: 0 });
    await bank().book({ params: { id: both.id }, body: { invoiceIds: [first.id, second.id] } });
    expect([await stateOf(first.id), await stateOf(second.id)]).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    expect((await bank().entries()).items.find((one) => one.id === both.id)?.booked).toMatchObject([
      { number: first.number, amount: 11_900 },
      { number: second.number, amount: 23_800 },
    ]);
  });

  test('within the tolerance what is missing is taken as charges: revenue and tax stay, the balance is as it was', async () => {
    const buyer = await buildBuyer(world);
    const [claim, other] = [await issued(buyer), await issued(buyer)];
    const { revision } = await bank().settings();
    await bank().saveSettings({ body: { autoAfter: 10, tolerance: 500, revision } });
    expect(await codeOf(bank().saveSettings({ body: { autoAfter: 1, tolerance: 0, revision } }))).toBe('changed_meanwhile');
    await read(
      { amount: '114.00', text: `five less ${claim.number}` },
      { amount: '113.99', text: `more than that ${other.number}` },
    );
    const less = await waiting(`five less ${claim.number}`);
    expect(less.match).toMatchObject({ left: 500, tolerable: true });
    await bank().book({ params: { id: less.id }, body: { invoiceIds: [claim.id], missing: 'charges' } });
    const view = await keeper().get({ params: { id: claim.id } });
    expect(view).toMatchObject({ state: 'paid', remaining: 0, paid: 11_400, balanceUsed: 500, tax: 1900 });
    expect(await balanceOf(buyer)).toBe(0);
    const tooMuch = await waiting(`more than that ${other.number}`);
    expect(tooMuch.match).toMatchObject({ left: 501, tolerable: false });
    const params = { id: tooMuch.id };
    expect(await codeOf(bank().book({ params, body: { invoiceIds: [other.id], missing: 'charges' } }))).toBe('not_tolerable');
    expect(await stateOf(other.id)).toMatchObject({ state: 'open', remaining: 11_900, payments: [] });
  });

  test('abuse row 3: invoices that do not exist, are drafts, are paid, stand there twice or ask for another currency', async () => {
    const buyer = await buildBuyer(world);
    const claim = await issued(buyer);
    const draft = await keeper().create({
      body: { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit: 1 }] },
    });
    const yen = await keeper().create({
      body: { accountId: buyer.accountId, currency: 'JPY', lines: [{ title: 'Hour', quantity: 1, unit: 100 }] },
    });
    await keeper().finalize({ params: { id: yen.id }, body: { revision: yen.revision } });
    await read({ amount: '119.00', text: 'anything', ref: 'A1' }, { amount: '-119.00', text: 'gone', ref: 'A2' });
    const { id } = await waiting('anything');
    const put = (...invoiceIds: string[]) => codeOf(bank().book({ params: { id }, body: { invoiceIds } }));
    expect(await put(newId())).toBe('not_found');
    expect(await put(draft.id)).toBe('not_found');
    expect(await put(yen.id)).toBe('other_currency');
    expect(await put(claim.id, claim.id)).toBe('wrong_state');
    expect(await put()).toBe('invalid_input');
    expect(await codeOf(bank().book({ params: { id: newId() }, body: { invoiceIds: [claim.id] } }))).toBe('not_found');
    const gone = (await bank().entries({ query: { state: 'out' } })).items.find((one) => one.text === 'gone');
    expect(await codeOf(bank().book({ params: { id: gone?.id ?? '' }, body: { invoiceIds: [claim.id] } }))).toBe('wrong_state');
    expect(await put(claim.id)).toBe('done');
    expect(await stateOf(claim.id)).toMatchObject({ state: 'paid' });
  });

  test('two who book the same line at once book it once', async () => {
    const claim = await issued(await buildBuyer(world), 3);
    await read({ amount: '100.00', text: `part ${claim.number}` });
    const { id } = await waiting(`part ${claim.number}`);
    const put = () => codeOf(bank().book({ params: { id }, body: { invoiceIds: [claim.id] } }));
    expect((await Promise.all([put(), put(), put()])).sort()).toEqual(['done', 'wrong_state', 'wrong_state']);
    expect(await stateOf(claim.id)).toMatchObject({ remaining: 25_700 });
  });

  test('a transfer that was reported is settled by the line that brings it', async () => {
    const buyer = await buildBuyer(world);
    const claim = await issued(buyer);
    await world.api(buyer).invoices.report({ params: { id: claim.id }, body: { note: 'on Friday' } });
    const reported = (await bank().reported()).items.find((one) => one.invoiceId === claim.id);
    expect(reported).toMatchObject({ number: claim.number, amount: 11_900, remaining: 11_900, note: 'on Friday', proof: false });
    await read({ amount: '119.00', text: `reported ${claim.number}` });
    const { id } = await waiting(`reported ${claim.number}`);
    await bank().bookSure({ body: { ids: [id] } });
    expect(await stateOf(claim.id)).toMatchObject({ state: 'paid', payments: [['succeeded', 11_900, '2026-11-16']] });
    expect((await bank().reported()).items.filter((one) => one.invoiceId === claim.id)).toEqual([]);
  });

  test('a line is left aside with a reason, and put back', async () => {
    await read({ amount: '1.23', text: 'interest' });
    const { id } = await waiting('interest');
    expect(await codeOf(bank().ignore({ params: { id }, body: { reason: ' ' } }))).toBe('invalid_input');
    expect(await bank().ignore({ params: { id }, body: { reason: 'interest of the bank' } })).toMatchObject({
      state: 'ignored',
      reason: 'interest of the bank',
    });
    expect(await codeOf(bank().ignore({ params: { id }, body: { reason: 'again' } }))).toBe('wrong_state');
    expect((await bank().entries({ query: { state: 'ignored' } })).items.map((one) => one.id)).toContain(id);
    expect(await bank().reopen({ params: { id } })).toMatchObject({ state: 'open', reason: null, match: { group: 'none' } });
  });
});

test('after so many exact ones somebody confirmed, exact ones are booked by themselves; others never are', async () => {
  const settings = await bank().settings();
  await bank().saveSettings({ body: { autoAfter: settings.confirmed + 2, tolerance: 0, revision: settings.revision } });
  const claims: Awaited<ReturnType<typeof issued>>[] = [];
  for (let n = 0; n < 5; n += 1) claims.push(await issued(await buildBuyer(world)));
  const [one, two, three, four, five] = claims;
  await read({ amount: '119.00', text: `first ${one?.number}` }, { amount: '119.00', text: `second ${two?.number}` });
  await world.runJobs();
  expect(await stateOf(one?.id ?? '')).toMatchObject({ state: 'open' });
  const ids = [(await waiting(`first ${one?.number}`)).id, (await waiting(`second ${two?.number}`)).id];
  expect(await bank().bookSure({ body: { ids: [...ids, newId()] } })).toEqual({ booked: 2, left: 1 });
  expect((await bank().settings()).confirmed).toBe(settings.confirmed + 2);
  await read(
    { amount: '119.00', text: `third ${three?.number}` },
    { amount: '119.01', text: `fourth ${four?.number}` },
    { amount: '119.00', text: `fifth ${five?.number}` },
    { amount: '119.00', text: `and the fifth again ${five?.number}` },
  );
  await world.runJobs();
  const states: string[] = [];
  for (const claim of [three, four, five]) states.push((await stateOf(claim?.id ?? '')).state);
  expect(states).toEqual(['paid', 'open', 'paid']);
  expect((await bank().entries()).items.filter((line) => line.how === 'auto')).toMatchObject([{ by: null }, { by: null }]);
  const twice = (await bank().queue()).items.filter((line) => line.text.includes('fifth'));
  expect(twice.map((line) => line.match?.group)).toEqual(['none']);
  // run again, the job finds nothing to do
  await read({ amount: '2.00', text: 'something else' });
  await world.runJobs();
  expect((await stateOf(five?.id ?? '')).payments).toHaveLength(1);
  // what somebody confirms does not count what the program did
  expect((await bank().settings()).confirmed).toBe(settings.confirmed + 2);
}, 60_000);

test('the queue is searched by payer, account, text and reference, and by nothing else', async () => {
  await read(
    { amount: '3.00', text: 'needle 100% sure', iban: 'NL91ABNA0417164300' },
    { amount: '4.00', text: 'hay 100 sure', iban: 'DE89370400440532013000' },
  );
  const found = async (search: string) =>
    (await bank().queue({ query: { search } })).items.map((one) => one.text).filter((text) => /needle|hay/.test(text));
  expect(await found('NEEDLE')).toEqual(['needle 100% sure']);
  // a sign of patterns is a sign
  expect(await found('100% s')).toEqual(['needle 100% sure']);
  expect(await found('NL91 ABNA 0417')).toEqual(['needle 100% sure']);
  expect((await found('sure')).length).toBe(2);
  expect(await bank().queue({ query: { search: 'no such line' } })).toEqual({ items: [], more: 0 });
});

test('a transfer that the bank sends back opens its invoice again', async () => {
  const buyer = await buildBuyer(world);
  const claim = await issued(buyer, 7);
  const iban = 'NL91ABNA0417164300';
  await read({ amount: '833.00', text: `comes ${claim.number}`, iban });
  await bank().book({ params: { id: (await waiting(`comes ${claim.number}`)).id }, body: { invoiceIds: [claim.id] } });
  await read(
    { amount: '-833.00', text: `RETURN ${claim.number}`, day: '2026-11-18' },
    { amount: '-833.00', text: 'rent', day: '2026-11-18' },
  );
  const back = await waiting(`RETURN ${claim.number}`);
  expect(back.match).toMatchObject({ group: 'back', reason: 'came_back', claims: [{ number: claim.number }] });
  expect((await bank().queue()).items.filter((line) => line.text === 'rent')).toEqual([]);
  expect(await bank().takeBack({ params: { id: back.id } })).toMatchObject({ state: 'booked' });
  expect(await stateOf(claim.id)).toMatchObject({
    state: 'open',
    remaining: 83_300,
    payments: [['reversed', 83_300, '2026-11-18']],
  });
  expect(await codeOf(bank().takeBack({ params: { id: back.id } }))).toBe('wrong_state');
  const rent = (await bank().entries({ query: { state: 'out' } })).items.find((line) => line.text === 'rent');
  expect(await codeOf(bank().takeBack({ params: { id: rent?.id ?? '' } }))).toBe('wrong_state');
  // who pays again from there is known now
  await read({ amount: '833.00', text: 'once more', iban, day: '2026-11-20' });
  expect((await waiting('once more')).match).toMatchObject({
    group: 'check',
    reason: 'amount_account',
    claims: [{ id: claim.id }],
  });
});

test('it is for those who look after the money of the operator alone', async () => {
  const buyer = await buildBuyer(world);
  expect(await codeOf(world.api(buyer).bank.queue())).toBe('not_found');
  const clerk = { ...shop.operator, scope: shop.operator.scope.filter((right) => right !== 'invoices.manage') };
  expect(await codeOf(world.api(clerk).bank.queue())).toBe('not_allowed');
  expect(await codeOf(world.api().bank.queue())).toBe('not_signed_in');
});
