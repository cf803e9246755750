import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import { emails } from '../route-examples.ts';
import { open } from '../steps.ts';

const panes = [
  { path: '/mailbox', eyes: 'owner', role: 'navigation', name: 'Folders' },
  { path: '/chat', eyes: 'owner', role: 'region', name: 'Conversations' },
  { path: '/issues/list', eyes: 'operator', role: 'navigation', name: 'Views' },
] as const;

describe('screens from 1600 px on', () => {
  const { signedIn } = journey({ world: 'shared', steps: 'independent' });

  test.each(panes)('the first pane of $path takes more of the room', async ({ path, eyes, role, name }) => {
    const { page } = await signedIn(emails[eyes]);
    const widthAt = async (on: Page, width: number) => {
      await on.setViewportSize({ width, height: 900 });
      return (await on.getByRole('main').getByRole(role, { name, exact: true }).boundingBox())?.width ?? 0;
    };
    await open(page, path);
    const usual = await widthAt(page, 1599);
    expect(usual).toBeGreaterThan(0);
    expect(await widthAt(page, 1600)).toBeGreaterThan(usual);
    await page.context().close();
  });

  test('a list folds columns that a narrower window has no room for, and the menu of each row stays in sight', async () => {
    const { page } = await signedIn(emails.operator);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, '/users');
    const accounts = page.getByRole('table', { name: 'Accounts' });
    const recordings = accounts.getByRole('columnheader', { name: 'Recordings' });
    const menu = accounts.getByRole('row').nth(1).getByRole('button').last();
    const endOfMenu = async () => {
      const box = await menu.boundingBox();
      return box === null ? 0 : box.x + box.width;
    };
    expect(await recordings.isVisible()).toBe(false);
    expect(await accounts.getByRole('columnheader', { name: 'Last active' }).isVisible()).toBe(true);
    expect(await endOfMenu()).toBeGreaterThan(0);
    expect(await endOfMenu()).toBeLessThanOrEqual(1280);
    await page.setViewportSize({ width: 1600, height: 900 });
    await recordings.waitFor();
    expect(await endOfMenu()).toBeGreaterThan(1280);
    expect(await endOfMenu()).toBeLessThanOrEqual(1600);
    await page.context().close();
  });
});
