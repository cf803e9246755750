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
});
