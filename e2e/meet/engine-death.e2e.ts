import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, moves, over, reads, speaks, tile, writeUntilSent } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { beginRecordedLesson, heardOverNewConnection, journalText, livingEngines, recordingLogs } from '../recorded-lesson.ts';
import { until } from '../until.ts';

describe('the engine is killed during a recorded lesson', () => {
  const { product, person, signedIn } = journey({
    args: ['--demo'],
    browser: 'chromium',
    env: { ENGINES: '1', ENGINE_DRAIN_SECONDS: '600' },
  });
  let host: Person;
  let guest: Person;
  const logs = () => recordingLogs(product().dataDir).map((lines) => lines.join('\n'));

  test('two people talk, the second one was admitted by the first, and both are recorded', async () => {
    [host, guest] = [await signedIn('miriam@example.org'), await person()];
    const lesson = { name: 'Killed lesson', slug: 'killed-lesson', words: 'Before the end' };
    await beginRecordedLesson({ host, guest }, lesson);
    await until({ what: 'both voices in the recording' }, () =>
      (logs()[0]?.match(/"source":"mic"/g) ?? []).length > 1 ? true : undefined,
    );
  });

  test('nobody presses anything: they hear and see each other again, and go on writing', async () => {
    const address = guest.page.url();
    const [engine] = livingEngines(product().dataDir);
    if (engine === undefined) throw new Error('no engine runs');
    // written four times a second
    await until(
      { what: 'the chat in the journal' },
      () => journalText(product().dataDir).includes('Before the end') || undefined,
    );
    const from = Date.now();
    process.kill(engine.pid, 'SIGKILL');
    const hearsAgain = (page: Page, who: string) =>
      until(
        { what: `${who} to hear the other again`, within: 60_000 },
        async () => (await heardOverNewConnection(page, from)) ?? undefined,
      );
    const times = await Promise.all([hearsAgain(host.page, 'the host'), hearsAgain(guest.page, 'the guest')]);
    console.log(`both hear each other again after ${times.map((at) => `${(at - from) / 1000} s`).join(' and ')}`);
    await Promise.all([
      moves(tile(host.page, 'Rosa Blum'), 'the picture of the guest'),
      moves(tile(guest.page, 'Miriam'), 'the picture of the host'),
    ]);
    // nobody came in again, and nobody is muted
    expect(guest.page.url()).toBe(address);
    await Promise.all([host, guest].map(({ page }) => speaks(page)));
    expect(await tile(host.page, 'Rosa Blum').getByText('muted').count()).toBe(0);
    await writeUntilSent(guest.page, 'After the end');
    await reads(host.page, 'After the end');
    for (const { page } of [host, guest]) await reads(page, 'Before the end');
    await host.page.locator('[data-page=room]').getByText('Recording', { exact: true }).first().waitFor();
  });

  test('it is one meeting with one recording, which says what is missing', async () => {
    await until({ what: 'the gap in the log' }, () => (logs().some((log) => log.includes('"type":"gap"')) ? true : undefined));
    expect(logs()).toHaveLength(1);
    await endForAll(host.page);
    await Promise.all([host, guest].map(({ page }) => over(page).waitFor()));
    await host.page.goto('/recordings/myRecordings');
    const rows = host.page.locator('tr', { hasText: 'Killed lesson' });
    await rows.getByText('Not published').waitFor();
    expect(await rows.count()).toBe(1);
    await host.page.goto('/rooms/meetings');
    const meetings = host.page.getByRole('row').filter({ hasText: 'Killed lesson' });
    await meetings.first().waitFor();
    expect(await meetings.count()).toBe(1);
  });
});
