/** Statements of the bank: shown before they are kept, kept once, and refused when they are none. */
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildShop } from '#sales/billing/server/billing.factory.ts';
import { camtOf, type Line } from './statement-file.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const bank = () => world.api(shop.operator).bank;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const file = (text: string, name = 'november.xml') => ({ name, content: Buffer.from(text).toString('base64') });
const read = (...lines: Line[]) => bank().read({ body: file(camtOf(lines)) });

describe('reading', () => {
  test('a preview keeps nothing; the same file, and the same line in another one, change nothing', async () => {
    const lines = [
      { amount: '5.00', text: 'once', ref: 'R1' },
      { amount: '-3.00', text: 'fee', ref: 'R2' },
    ];
    const seen = await bank().preview({ body: file(camtOf(lines)) });
    expect(seen.statements).toMatchObject([
      { format: 'camt.053', lines: 2, added: 2, id: null, account: 'DE89370400440532013000' },
    ]);
    expect((await bank().queue()).items.filter((one) => one.text === 'once')).toEqual([]);
    const [kept] = (await read(...lines)).statements;
    expect(kept).toMatchObject({ lines: 2, added: 2, file: 'november.xml', by: shop.operator.name });
    expect((await read(...lines)).statements).toMatchObject([{ id: kept?.id, added: 0 }]);
    expect((await read(...lines, { amount: '6.00', text: 'new', ref: 'R3' })).statements).toMatchObject([{ lines: 3, added: 1 }]);
    expect((await bank().queue()).items.filter((one) => one.text === 'once')).toHaveLength(1);
    expect((await bank().entries({ query: { state: 'out' } })).items).toMatchObject([{ text: 'fee', amount: -300 }]);
    expect((await bank().statements()).items.map((one) => one.added)).toEqual([1, 2]);
  });

  test('two who read the same file at once keep it once', async () => {
    const body = file(camtOf([{ amount: '7.77', text: 'race', ref: 'R9' }]));
    const both = await Promise.all([bank().read({ body }), bank().read({ body }), bank().read({ body })]);
    expect(both.map(({ statements }) => statements[0]?.added).sort()).toEqual([0, 0, 1]);
    expect((await bank().queue()).items.filter((one) => one.text === 'race')).toHaveLength(1);
  });

  test('files that are none, lie or want to hurt are refused with a reason, and nothing is kept', async () => {
    const why = (text: string | Buffer) =>
      bank()
        .read({ body: { name: 'x', content: Buffer.from(text).toString('base64') } })
        .then(
          () => 'read',
          (error: unknown) => (error instanceof Failure ? `${error.code} ${String(error.data['reason'])}` : String(error)),
        );
    const before = (await bank().statements()).items.length;
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>';
    expect(await why(camtOf([{ amount: '1.00', text: '&b;' }]).replace('?>', `?>${bomb}`))).toBe(
      'statement_refused not_readable',
    );
    expect(await why('%PDF-1.7 \u0000\u0001')).toBe('statement_refused not_text');
    expect(await why('Hello')).toBe('statement_refused unknown_columns');
    expect(await why('When,How much\n2026-11-16,5.00')).toBe('statement_refused unknown_columns');
    expect(await why(camtOf([]))).toBe('statement_refused no_lines');
    expect(await why(camtOf([{ amount: '1.00', text: 'x' }], 'QQQ'))).toBe('statement_refused not_readable');
    expect(await why(camtOf([{ amount: '1.005', text: 'x' }]))).toBe('statement_refused not_readable');
    expect(await why(Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).toBe('statement_refused too_large');
    expect(await codeOf(bank().read({ body: { name: '', content: 'x' } }))).toBe('invalid_input');
    expect((await bank().statements()).items).toHaveLength(before);
    const mapping = { columns: { booked: 'When', amount: 'How much' }, currency: 'GBP' };
    const list = { ...file('When,How much\n2026-11-16,5.00'), mapping };
    expect((await bank().preview({ body: list })).statements).toMatchObject([{ format: 'CSV', currency: 'GBP', lines: 1 }]);
  });
});
