/** Charts say what the rows of attendance add up to. */
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { authCookies } from '#kit/facts.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open, reload } from '../steps.ts';

const meetingList = z.object({
  items: z.array(
    z.object({ id: z.string(), startedAt: z.nullable(z.number()), room: z.nullable(z.object({ name: z.string() })) }),
  ),
});
const presences = z.object({
  items: z.array(z.object({ name: z.string(), joinedAt: z.number(), leftAt: z.nullable(z.number()), sittings: z.number() })),
});
const dayMs = 86_400_000;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

describe('charts', () => {
  const { signedIn, errors } = journey({ world: 'shared' });
  let miriam: Person;
  beforeAll(async () => {
    miriam = await signedIn('miriam@example.org');
  });

  async function read<T>(schema: z.ZodMiniType<T>, path: string): Promise<T> {
    const cookie = (await miriam.context.cookies()).find(({ name }) => name === authCookies.token)?.value ?? '';
    const answer = await miriam.context.request.get(path, { headers: { authorization: decodeURIComponent(cookie) } });
    return z.parse(schema, await answer.json());
  }
  /** Of a room, from the rows of attendance of its meetings before today. */
  async function sumsOf(room: string, since: number, until: number) {
    const { items } = await read(meetingList, '/api/meetings?limit=100&state=past');
    const held = items.filter((one) => one.room?.name === room && (one.startedAt ?? 0) >= since && (one.startedAt ?? 0) < until);
    const rows = await Promise.all(held.map(({ id }) => read(presences, `/api/meetings/${id}/attendance`)));
    const people = rows.flatMap((one) => one.items);
    const minutes = people.reduce((sum, { joinedAt, leftAt }) => sum + ((leftAt ?? joinedAt) - joinedAt) / 60_000, 0);
    return { meetings: held.length, minutes: Math.floor(minutes), people: new Set(people.map(({ name }) => name)).size };
  }

  test('the figures of a room are the sums of its rows', async () => {
    const today = Math.floor(Date.now() / dayMs) * dayMs;
    const [from, until] = [today - 84 * dayMs, today - dayMs];
    const sums = await sumsOf('Mathematics 9b', from, today);
    expect(sums.meetings).toBeGreaterThan(2);
    const { page } = miriam;
    await open(page, `/charts?from=${dayText(from)}&until=${dayText(until)}`);
    const row = page.getByRole('table', { name: 'Most used rooms' }).getByRole('row', { name: /^Mathematics 9b/ });
    const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
    expect(cells).toEqual([sums.meetings, sums.minutes, sums.people]);
    expect(errors()).toEqual([]);
  });

  test('minutes by room of last month are asked, kept by the address, saved and exported', async () => {
    const { page } = miriam;
    await open(page, '/data_visualization');
    const sentence = page.getByText('Minutes in meetings · by: Room · last month').first();
    await page.getByRole('button', { name: 'Remove Week' }).click();
    await page.getByRole('button', { name: 'Add a split' }).click();
    await page.getByRole('menuitem', { name: 'Room' }).click();
    await page.getByLabel('When').getByRole('combobox').selectOption({ label: 'last month' });
    await sentence.waitFor();
    const rows = page.getByRole('row', { name: /Mathematics 9b|Total/ });
    await rows.first().waitFor();
    // the same question again from the address alone, drawn on the server first
    await reload(page);
    await sentence.waitFor();
    await rows.first().waitFor();
    for (const [item, file] of [
      ['CSV', /^minutes-.*\.csv$/],
      ['PNG', /^minutes-.*\.png$/],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).first().click();
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
      expect(saved.suggestedFilename()).toMatch(file);
      // of a browser that this process only joined there is no path
      expect((await buffer(await saved.createReadStream())).length).toBeGreaterThan(40);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Minutes by room');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Minutes by room' }).waitFor();
    await sentence.waitFor();
    expect(errors()).toEqual([]);
  });
});
