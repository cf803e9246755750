import { describe, expect, test } from 'vitest';
import { engineOf, engineProcess } from '../engine-process.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import type { Product } from '../product.ts';
import { findRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

/** Kills an engine whenever it is there, until the returned function is called. */
function keepDead(product: Product, number: number): () => void {
  const kill = () => {
    const pid = engineProcess(product.process().pid, number);
    if (pid !== null) process.kill(pid, 'SIGKILL');
  };
  kill();
  const again = setInterval(kill, 50);
  return () => clearInterval(again);
}

describe('two engines as a pool', () => {
  const { product, signedIn } = journey({ args: ['--demo'], browser: 'chromium', env: { ENGINES: '2' } });
  let host: Person;
  let watch: Person['page'];
  let paths: { first: string; second: string };
  let lost: { engine: number; meeting: string };
  let revive: () => void = () => undefined;

  test('two rooms that start one after the other are on different engines', async () => {
    await until({ what: 'both engines' }, () =>
      engineProcess(product().process().pid, 1) !== null && engineProcess(product().process().pid, 2) !== null ? true : undefined,
    );
    host = await signedIn('miriam@example.org');
    paths = {
      first: (await findRoom(host.page, 'Staff room')).path,
      second: (await findRoom(host.page, 'Office hours')).path,
    };
    await startRoom(host.page, paths.first);
    const other = await host.context.newPage();
    await startRoom(other, paths.second);
    expect([engineOf(host.page.url()), engineOf(other.url())].sort()).toEqual([1, 2]);
    lost = { engine: engineOf(host.page.url()), meeting: '' };
  });

  test('one engine dies and stays away: its meeting is shown as lost, with the reason', async () => {
    watch = await host.context.newPage();
    await watch.goto('/rooms/meetings?state=live');
    await watch.getByRole('link', { name: 'Staff room' }).first().click();
    await watch.waitForURL(/\/rooms\/meeting\/[0-9a-f-]{36}$/);
    lost.meeting = new URL(watch.url()).pathname;
    await watch.getByRole('button', { name: 'End for all' }).waitFor();
    revive = keepDead(product(), lost.engine);
    await watch.getByText('Connection to server lost').waitFor();
    await watch.getByText('Lost by the server').waitFor();
  });

  test('the same link starts anew on the other engine, at once', async () => {
    await startRoom(host.page, paths.first);
    expect(engineOf(host.page.url())).toBe(lost.engine === 1 ? 2 : 1);
  });

  test('the engine comes back: the lost meeting is over, the new one goes on, and nothing is there twice', async () => {
    revive();
    await until({ what: 'the engine' }, () => engineProcess(product().process().pid, lost.engine) ?? undefined);
    await watch.getByText('Ended').first().waitFor();
    expect(new URL(watch.url()).pathname).toBe(lost.meeting);
    await watch.goto('/rooms/meetings?state=live');
    await until({ what: 'two live meetings' }, async () => {
      const names = await watch
        .locator('main')
        .locator('a[href*="/rooms/meeting/"]')
        .filter({ hasText: /Staff room|Office hours/ })
        .allInnerTexts();
      return names.sort().join() === 'Office hours,Staff room' ? true : undefined;
    });
    expect(await host.page.locator('[data-page=room]').count()).toBe(1);
  });
});
