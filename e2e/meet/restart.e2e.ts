import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { endForAll, over, reads, writeUntilSent } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { beginRecordedLesson, livingEngines, longestSilence, recordingLogs } from '../recorded-lesson.ts';
import { until } from '../until.ts';

describe('the product is restarted during a recorded lesson', () => {
  const { product, person, signedIn } = journey({
    args: ['--demo'],
    browser: 'chromium',
    env: { ENGINES: '1', ENGINE_DRAIN_SECONDS: '600' },
  });
  let host: Person;
  let guest: Person;
  const living = () => livingEngines(product().dataDir);
  /** Tracks of sound that the engine has begun to write, by recording. */
  const recordedVoices = (): number[] =>
    recordingLogs(product().dataDir).map(
      (lines) => lines.filter((line) => /"type":"track"/.test(line) && /"source":"mic"/.test(line)).length,
    );

  test('two people talk, the second one was admitted by the first, and both are recorded', async () => {
    [host, guest] = [await signedIn('miriam@example.org'), await person()];
    const lesson = { name: 'Long lesson', slug: 'long-lesson', words: 'Before the update' };
    await beginRecordedLesson({ host, guest }, lesson);
  });

  test('they go on hearing each other, and the chat is back soon after the product is', async () => {
    const [engine] = living();
    const from = Date.now();
    await product().restart('SIGTERM');
    const healthyAt = Date.now();
    await writeUntilSent(guest.page, 'After the update');
    await reads(host.page, 'After the update');
    const chatAfter = Date.now() - healthyAt;
    const silences = await Promise.all([host, guest].map(({ page }) => longestSilence(page, from)));
    console.log(`away ${healthyAt - from} ms, chat ${chatAfter} ms after that, longest silence ${silences.join(' and ')} ms`);
    expect(chatAfter).toBeLessThan(15_000);
    expect(Math.max(...silences)).toBeLessThan(4_000);
    expect(living()).toEqual([engine]);
    // one recording, in which each voice has one track from its beginning to its end
    expect(recordedVoices()).toEqual([2]);
    for (const { page } of [host, guest]) await reads(page, 'Before the update');
  });

  test('the recording is one whole, and the engine of the new product takes over when the lesson is over', async () => {
    const [engine] = living();
    await endForAll(host.page);
    await Promise.all([host, guest].map(({ page }) => over(page).waitFor()));
    await host.page.goto('/recordings/myRecordings');
    await host.page.locator('tr', { hasText: 'Long lesson' }).getByText('Not published').waitFor();
    expect(await host.page.locator('tr', { hasText: 'Long lesson' }).count()).toBe(1);
    await until({ what: 'an engine of this start' }, () =>
      living().some(({ pid, httpPort }) => pid !== engine?.pid && httpPort !== null) ? true : undefined,
    );
  });

  test('without a meeting the engine ends with the product', async () => {
    const child = product().process();
    child.kill('SIGTERM');
    await until({ what: 'the end of the product' }, () => (child.exitCode === null ? undefined : true));
    expect(living()).toEqual([]);
  });
});
