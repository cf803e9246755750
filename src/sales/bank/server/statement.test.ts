/** Statements of the bank: shown before they are kept, kept once, and refused when they are none. */
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { buildShop } from '#sales/billing/server/billing.factory.ts';
import { camtOf, type StatementLine } from './statement-file.factory.ts';

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
const read = (...lines: StatementLine[]) => bank().read({ body: file(camtOf(lines)) });

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
    expect((await bank().statements()).items.slice(0, 2).map((one) => one.added)).toEqual([1, 2]);
  });

  const list = (state: string, day: string) =>
    `Buchungstag;Verwendungszweck;Betrag;Waehrung;Info\r\n${day};Rechnung 2026-0004;459,94;EUR;${state}\r\n`;
  const named = async () => (await bank().queue()).items.filter((one) => one.text === 'Rechnung 2026-0004');

  test('a pending line is counted and never money; once it is booked it is one line', async () => {
    const monday = file(list('Umsatz vorgemerkt', '30.11.26'), 'monday.csv');
    const pending = { lines: 0, added: 0, leftOut: { pending: 1, cancelled: 0, other: 0, unclear: [] } };
    expect((await bank().preview({ body: monday })).statements).toMatchObject([pending]);
    expect((await bank().read({ body: monday })).statements).toMatchObject([{ lines: 0, added: 0 }]);
    expect(await named()).toEqual([]);
    const tuesday = file(list('Umsatz gebucht', '01.12.26'), 'tuesday.csv');
    expect((await bank().read({ body: tuesday })).statements).toMatchObject([{ lines: 1, added: 1 }]);
    expect((await bank().read({ body: monday })).statements).toMatchObject([{ added: 0 }]);
    // with one more column, and as a statement: the same movement
    const wider = list('Umsatz gebucht', '01.12.26')
      .replace(';Info', ';Info;Buchungstext')
      .replace('gebucht', 'gebucht;GUTSCHRIFT');
    expect((await bank().read({ body: file(wider) })).statements).toMatchObject([{ lines: 1, added: 0 }]);
    const [statement] = (await read({ amount: '459.94', text: 'Rechnung 2026-0004', day: '2026-12-01' })).statements;
    expect(statement).toMatchObject({ lines: 1, added: 0 });
    expect(await named()).toHaveLength(1);
  });

  test('words for the state of lines that are not known are asked, and what was answered is kept', async () => {
    const body = file(list('Zorp', '02.12.26').replace('0004', '0005'), 'words.csv');
    const unclear = [{ word: 'Zorp', lines: 1 }];
    expect((await bank().preview({ body })).statements).toMatchObject([{ added: 0, leftOut: { unclear } }]);
    expect((await bank().read({ body })).statements).toMatchObject([{ added: 0 }]);
    const answered = { ...body, mapping: { states: { Zorp: 'booked' as const } } };
    expect((await bank().preview({ body: answered })).statements).toMatchObject([{ added: 1, leftOut: { unclear: [] } }]);
    expect((await bank().read({ body: answered })).statements).toMatchObject([{ added: 1 }]);
    expect((await bank().read({ body: answered })).statements).toMatchObject([{ added: 0 }]);
  });

  test('a ZIP file brings all its statements, and one that hurts is refused', async () => {
    const zipped = async (files: Record<string, string | Buffer>) => {
      const zip = new ZipFile();
      for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
      zip.end();
      return { name: 'november.zip', content: (await buffer(zip.outputStream)).toString('base64') };
    };
    const body = await zipped({
      'day-1.xml': camtOf([{ amount: '8.01', text: 'one', ref: 'Z1' }]),
      'day-2.xml': camtOf([{ amount: '8.02', text: 'two', ref: 'Z2' }]),
      'read-me.pdf': '%PDF-1.7',
      'read-me.txt': 'Your statements of November.',
      'days/._day-1.xml': Buffer.of(0, 5, 22, 7),
    });
    expect((await bank().read({ body })).statements).toMatchObject([{ added: 1 }, { added: 1 }]);
    expect((await bank().read({ body })).statements).toMatchObject([{ added: 0 }, { added: 0 }]);
    const why = (files: Record<string, string | Buffer>) =>
      zipped(files)
        .then((bad) => bank().preview({ body: bad }))
        .then(
          () => 'read',
          (error: unknown) => (error instanceof Failure ? error.data['reason'] : String(error)),
        );
    expect(await why({ 'a.pdf': '%PDF-1.7' })).toBe('empty_archive');
    for (const name of ['a.sta', 'a.940'])
      expect(await why({ [name]: ':20:A\r\n:60F:C251230EUR1000,00\r\n:62F:C260102EUR1119,00\r\n-' })).toBe('mt940');
    expect(await why({ '[Content_Types].xml': '<Types/>', 'xl/sheet.xml': '<a/>' })).toBe('spreadsheet');
    expect(await why({ 'a.xml': camtOf([]), 'b.xml': '<a>' })).toBe('not_readable');
    expect(await why({ 'bomb.csv': Buffer.alloc(60 * 1024 * 1024, 'a') })).toBe('too_large');
    expect(await why({ 'bomb.csv': Buffer.alloc(20 * 1024 * 1024, 'a') })).toBe('too_large');
  });

  test('days that can be read in two ways are asked for, unless one way is still to come', async () => {
    const year = new Date(world.clock.now()).getUTCFullYear() + 1;
    world.clock.advance(Date.UTC(year, 5, 15) - world.clock.now());
    const days = (day: string) => file(`Date;Amount EUR;Text\n${day};5.00;a\n`, 'days.csv');
    const why = await bank()
      .preview({ body: days(`05/11/${year - 1}`) })
      .catch((error: unknown) => (error instanceof Failure ? error.data['reason'] : String(error)));
    expect(why).toBe('unknown_days');
    expect((await bank().preview({ body: days(`01/12/${year}`) })).statements).toMatchObject([{ from: `${year}-01-12` }]);
    const answered = { ...days(`05/11/${year - 1}`), mapping: { days: 'day-first' as const } };
    expect((await bank().preview({ body: answered })).statements).toMatchObject([{ from: `${year - 1}-11-05` }]);
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
