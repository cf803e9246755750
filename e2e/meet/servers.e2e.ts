import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';

type Fake = { child: ChildProcess; url: string; secret: string; control(command: object): Promise<void> };

const textIn = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? String(Object.entries(value).find(([key]) => key === name)?.[1] ?? '') : '';

/** A fake BBB server that takes commands, as a process of its own. */
async function startFake(secret: string): Promise<Fake> {
  const program = resolve(import.meta.dirname, '../fake-bbb/main.ts');
  const child = spawn(process.execPath, [program, '--secret', secret, '--reveal-version'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  const said: unknown = JSON.parse(String(line));
  const control = async (command: object) => {
    const answer = await fetch(textIn(said, 'controlUrl'), { method: 'POST', body: JSON.stringify(command) });
    expect(answer.status).toBe(200);
  };
  return { child, url: textIn(said, 'url'), secret, control };
}

const drawerOf = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) });
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.locator('[data-server]', { hasText: name }) });

describe('the pool of servers', () => {
  const { errors, signedIn } = journey({ args: ['--demo'] });
  const fakes: Fake[] = [];
  let page: Page;
  beforeAll(async () => {
    fakes.push(...(await Promise.all(['the right secret', 'another secret'].map(startFake))));
  });
  afterAll(() => fakes.forEach(({ child }) => child.kill()));

  const fake = (at: number): Fake => {
    const one = fakes[at];
    if (one === undefined) throw new Error('the fake servers are not up');
    return one;
  };
  const fill = async (wish: { name: string; url: string; secret: string }) => {
    await page.goto('/servers/add-server');
    await page.getByLabel('Name', { exact: true }).fill(wish.name);
    await page.getByLabel('Address', { exact: true }).fill(wish.url);
    await page.getByLabel('Secret', { exact: true }).fill(wish.secret);
  };

  test('a wrong secret is told in words before anything is saved, and the way back keeps what was typed', async () => {
    ({ page } = await signedIn('operator@example.org'));
    await fill({ name: 'eu-1', url: fake(0).url, secret: 'wrong' });
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.getByText('The server rejects this secret').waitFor();
    const question = page.getByRole('dialog', { name: /Save eu-1 despite/ });
    await question.getByRole('button', { name: 'Back to the form' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('eu-1');
  });

  test('with the right secret each step is right, and the server takes meetings', async () => {
    await page.getByLabel('Secret', { exact: true }).fill(fake(0).secret);
    await page.getByLabel('Maximum people').fill('400');
    await page.getByLabel('Tags', { exact: true }).fill('gpu, exams');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection works', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.waitForURL(/\/servers\?server=/);
    await drawerOf(page, 'eu-1').getByText('Healthy').first().waitFor();
    expect(await drawerOf(page, 'eu-1').getByText('gpu, exams').count()).toBe(1);
    // Esc closes it, and what opened it may be pressed again
    await drawerOf(page, 'eu-1').press('Escape');
    await drawerOf(page, 'eu-1').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  test('it is edited without its secret, and a second one comes by text: first seen, then written', async () => {
    await page.goto('/servers/edit-server');
    await page.getByRole('link', { name: /eu-1/ }).click();
    await page.getByRole('heading', { name: 'Edit eu-1' }).waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Region', { exact: true }).fill('Frankfurt');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(/\/servers\?server=/);
    await drawerOf(page, 'eu-1').getByText('Frankfurt').first().waitFor();
    await drawerOf(page, 'eu-1').press('Escape');
    await page.getByRole('button', { name: 'More about the pool' }).click();
    await page.getByRole('menuitem', { name: 'Import…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import servers' });
    const text = (secret: string) => `servers:\n  - name: eu-2\n    url: ${fake(1).url}\n${secret}`;
    await dialog.getByLabel('List of servers').fill(text(''));
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByText('eu-2: Secret is missing.').waitFor();
    await dialog.getByLabel('List of servers').fill(text(`    secret: ${fake(1).secret}\n`));
    await dialog.getByRole('button', { name: 'Preview changes' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'eu-2' }).getByText('New').waitFor();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await dialog.getByText('Servers saved: 1').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rowOf(page, 'eu-2').getByText('Healthy').waitFor();
  });

  test('it says where a meeting would go, and why not elsewhere', async () => {
    await page.getByRole('button', { name: 'Test placement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test placement' });
    await dialog.getByLabel('Tags').fill('exams');
    await dialog.getByRole('button', { name: 'Simulate' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'eu-1' }).getByText('Selected').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'eu-2' }).getByText('does not have the tags').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('drained it takes no meetings, with a way back', async () => {
    await page.getByRole('button', { name: 'Drain eu-1' }).click();
    await page.getByText('eu-1 accepts no new meetings').waitFor();
    await rowOf(page, 'eu-1').getByText('Draining').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, 'eu-1').getByText('Healthy').waitFor();
  });

  test('one that stops answering is told without loading the page again', async () => {
    await fake(1).control({ do: 'quirks', set: { all: { fault: 'hangUp' } } });
    await rowOf(page, 'eu-2').getByText('Unreachable').waitFor();
    await fake(1).control({ do: 'quirks', set: {} });
    await rowOf(page, 'eu-2').getByText('Healthy').waitFor();
  });

  test('panic needs the name typed, and leaves it disabled', async () => {
    await page.locator('[data-server]', { hasText: 'eu-1' }).click();
    await drawerOf(page, 'eu-1').getByRole('button', { name: 'Panic…' }).click();
    const question = page.getByRole('dialog', { name: 'End everything on eu-1?' });
    const verb = question.getByRole('button', { name: 'End all and disable' });
    expect(await verb.isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('eu-1');
    await verb.click();
    await drawerOf(page, 'eu-1').getByText('Disabled').first().waitFor();
    await drawerOf(page, 'eu-1').getByText('Panic: all meetings ended', { exact: true }).waitFor();
    expect(errors()).toEqual([]);
  });
});
