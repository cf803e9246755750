import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { slotFolders } from '#app/engine-slots.ts';
import { engineOf, engineProcess } from '../engine-process.ts';
import { journey } from '../journey.ts';
import { control, hearsAndSees, knock, room, tile, unmute } from '../meeting-page.ts';
import type { Person } from '../people.ts';
import { findRoom, startRoom } from '../steps.ts';
import { until } from '../until.ts';

/** In the browser, before its pages: keeps the sockets that they open. */
function rememberSockets(): void {
  const open: WebSocket[] = [];
  Object.assign(window, {
    openSockets: open,
    WebSocket: class extends window.WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols);
        open.push(this);
      }
    },
  });
}
/** In the browser: ends them, as a network that goes away does. */
function closeSockets(): void {
  // cast: the function above has put them there
  for (const socket of (window as unknown as { openSockets: WebSocket[] }).openSockets) socket.close();
}

describe('what happens when parts of it die', () => {
  const { product, person, signedIn } = journey({ args: ['--demo'], browser: 'chromium' });
  let host: Person;
  let guest: Person;
  let path: string;
  let slug: string;

  test('a meeting is under way', async () => {
    host = await signedIn('miriam@example.org');
    ({ path, slug } = await findRoom(host.page, 'Staff room'));
    await startRoom(host.page, path);
    guest = await person();
    await guest.context.addInitScript(rememberSockets);
    await knock(guest.page, { slug, name: 'Gerd Gast', button: 'Join' });
    await tile(host.page, 'Gerd Gast').waitFor();
  });

  test('whoever unmutes while the connection is lost is heard when it is back', async () => {
    const mic = control(guest.page, 'mic');
    const mutedAtHost = tile(host.page, 'Gerd Gast').getByText('muted');
    await unmute(guest.page);
    await mutedAtHost.waitFor({ state: 'detached' });
    await mic.click();
    await mutedAtHost.waitFor();
    await guest.page.route('**/session/enter', (route) => route.abort());
    await guest.page.evaluate(closeSockets);
    await guest.page.getByText('Connection lost. Trying to reconnect…').waitFor();
    await mic.filter({ hasText: 'Unmute' }).click();
    await mic.filter({ hasText: /^Mute$/ }).waitFor();
    await guest.page.unroute('**/session/enter');
    await mutedAtHost.waitFor({ state: 'detached' });
  });

  test('after the engine dies and its journal is lost, people see the interruption and rejoin once a server is back', async () => {
    const number = engineOf(host.page.url());
    const engine = await until({ what: 'the engine' }, () => engineProcess(product().process().pid, number) ?? undefined);
    // it must not write the journal again meanwhile
    process.kill(engine, 'SIGSTOP');
    for (const slot of slotFolders(product().dataDir)) rmSync(join(slot, 'live'), { recursive: true, force: true });
    // seen at every frame: a quick machine has a server back within a second
    const interrupted = [host, guest].map(({ page }) =>
      page.waitForFunction(
        () => document.querySelector('[data-page=over]')?.textContent.includes('The meeting was interrupted'),
        undefined,
        { polling: 'raf' },
      ),
    );
    process.kill(engine, 'SIGKILL');
    await Promise.all(interrupted);
    await Promise.all([room(host.page).waitFor(), room(guest.page).waitFor()]);
  });

  test('the meeting is marked as ended with its reason, and the same link starts anew', async () => {
    await host.page.goto('/rooms/meetings');
    // the first one is the meeting that took its place
    const meetings = host.page.getByRole('row').filter({ hasText: 'Staff room' });
    await meetings.nth(1).getByRole('link', { name: 'Staff room' }).first().click();
    await until({ what: 'the reason' }, async () =>
      (await host.page.getByText('Lost by the server').count()) > 0 ? true : undefined,
    );
    await startRoom(host.page, path);
    await knock(guest.page, { slug, name: 'Gerd Gast', button: 'Join' });
    await room(guest.page).waitFor();
    // the room lets everyone in muted but its hosts
    await unmute(guest.page);
    await Promise.all([hearsAndSees(host.page, 'the host'), hearsAndSees(guest.page, 'the guest')]);
  });

  test('the product is killed and started again on the same data: sessions and rooms are there', async () => {
    // with people in the meeting, they would be taken into the next one
    await Promise.all([host.page.goto('/rooms'), guest.page.goto(`/m/${slug}`)]);
    await product().restart('SIGKILL');
    await host.page.goto('/rooms');
    await host.page
      .getByRole('link', { name: /Staff room/ })
      .first()
      .waitFor();
    expect(new URL(host.page.url()).pathname).toBe('/rooms');
    await guest.page.goto(`/m/${slug}`);
    await guest.page.getByRole('heading', { name: 'Staff room' }).waitFor();
    // the meeting went with the engine, and the room is free again
    await until({ what: 'the room to be free', every: 1000 }, async () => {
      await host.page.goto(path);
      return (await host.page.getByRole('button', { name: 'Start', exact: true }).count()) > 0 ? true : undefined;
    });
    await startRoom(host.page, path);
  });
});
