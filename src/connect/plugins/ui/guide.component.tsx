import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { endpointCalls, type EndpointCall, type SecretItem } from '../../endpoint/endpoint.contract.ts';
import * as plugins from './plugins.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const secret: SecretItem = {
  ...sampleOf(endpointCalls.addSecret.result, { id, name: 'School', hint: 'x7f2', state: 'active' }),
  createdAt: now,
};
const endpoint = sampleOf(endpointCalls.get.result, {
  id,
  url: 'https://meet.example.org/e/abc/bigbluebutton/',
  secrets: [secret],
  rights: { manage: true },
});
const join: EndpointCall = {
  id,
  at: now,
  call: 'join',
  method: 'GET',
  meeting: 'biology-10a',
  secret: { id, name: 'School' },
  client: 'moodle',
  address: '192.0.2.7',
  outcome: 'answered',
  key: null,
  reason: null,
  tookMs: 12,
  unhonoured: [],
};
const seen = (last: EndpointCall) => ({
  client: 'moodle' as const,
  last,
  lastAnswered: last.outcome === 'answered' ? last.at : null,
  creates: last.outcome === 'answered' ? 1 : 0,
  joins: last.outcome === 'answered' ? 1 : 0,
});
const refused: EndpointCall = {
  ...join,
  call: 'getMeetings',
  secret: null,
  outcome: 'refused',
  key: 'checksumError',
  reason: 'wrong_secret',
};

type ClientCall = ReturnType<typeof seen>;
const calls = (...items: ClientCall[]) => [
  onCall(endpointCalls.get, () => endpoint),
  onCall(endpointCalls.clients, () => ({ items })),
];
const path = '/plugins?program=moodle';
const states = () => [1, 2, 3, 4].map((step) => document.getElementById(`step-${step}`)?.getAttribute('data-state'));
const connection = () => page.getByRole('region', { name: 'Connection' });

test.each(looks)('a guide whose program never called: $locale $scheme $width', async (look) => {
  await mountScreen(plugins, { path, look, calls: calls() });
  await expect.element(page.getByRole('heading', { name: 'Moodle', exact: true })).toBeVisible();
  if (look.locale === 'en-US') await expect.element(connection().getByText(/^No call from Moodle/)).toBeVisible();
  expect(states()[1]).toBe('open');
  await expectNoViolations();
});

test.each(looks)('a wrong secret points at the step that mends it: $locale $scheme $width', async (look) => {
  await mountScreen(plugins, { path, look, calls: calls(seen(refused)) });
  await expect.element(page.getByRole('heading', { name: 'Moodle', exact: true })).toBeVisible();
  expect(states().slice(0, 2)).toEqual(['done', 'wrong']);
  await expectNoViolations();
});

test('the words of a wrong secret, and the way to its step', async () => {
  await mountScreen(plugins, { path, calls: calls(seen(refused)) });
  await expect.element(connection().getByText('Secret is wrong')).toBeVisible();
  await expect.element(connection().getByText('Compare the address and secret there with those in this guide.')).toBeVisible();
  await connection().getByRole('button', { name: 'Step 2' }).click();
  expect(document.activeElement?.id).toBe('step-2');
});

test('steps tick off by what was seen', async () => {
  await mountScreen(plugins, { path, calls: calls(seen(join)) });
  await expect.element(connection().getByText('1 person joined')).toBeVisible();
  expect(states()).toEqual(['done', 'done', 'open', 'done']);
  await expect.element(page.getByRole('region', { name: 'Last call' }).getByText('join', { exact: true })).toBeVisible();
  await expectNoViolations();
});

test('the secret is hidden until somebody asks', async () => {
  const reveal = vi.fn(() => ({ secret: 'a-very-long-secret-of-the-school' }));
  await mountScreen(plugins, { path, calls: [...calls(), onCall(endpointCalls.reveal, reveal)] });
  await expect.element(page.getByText('https://meet.example.org/e/abc/bigbluebutton/').first()).toBeVisible();
  expect(document.body.textContent).not.toContain('a-very-long-secret');
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect.element(page.getByText('a-very-long-secret-of-the-school')).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).first().click();
  await expect.element(page.getByText('a-very-long-secret-of-the-school')).not.toBeInTheDocument();
});

test('a check that fails says so, and one that works takes it back', async () => {
  const answers = { clients: 'up' };
  const clients = onCall(endpointCalls.clients, () => {
    if (answers.clients === 'down') throw new Failure('not_found');
    return { items: [] };
  });
  await mountScreen(plugins, { path, calls: [onCall(endpointCalls.get, () => endpoint), clients] });
  const check = page.getByRole('button', { name: 'Check connection' });
  answers.clients = 'down';
  await check.click();
  await expect.element(connection().getByRole('alert')).toBeVisible();
  answers.clients = 'up';
  await check.click();
  await expect.element(connection().getByRole('alert')).not.toBeInTheDocument();
});

test('in the grid a program that called stands first', async () => {
  await mountScreen(plugins, { path: '/plugins', calls: calls(seen(join)) });
  const lately = page.getByRole('region', { name: 'Active recently' });
  const first = lately.getByRole('link').first();
  await expect.element(first).toBeVisible();
  expect(first.element().textContent).toMatch(/Moodle.*Connected.*1 meeting created/);
  await page.getByRole('textbox', { name: 'Search software' }).fill('mood');
  await expect.element(page.getByRole('link', { name: /^Moodle/ }).first()).toBeVisible();
  await expectNoViolations();
});
