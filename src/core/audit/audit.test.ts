import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { actionGroups } from './audit.rules.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /[\\/]server[\\/].+(service|events|jobs)\.ts$/.test(name))
  .map((name) => readFileSync(path.join(root, 'src', name), 'utf8'));

/** Actions that are put together from parts where they are written: the beginning, and every end that it is given. */
const made: Readonly<Record<string, readonly string[]>> = {
  'accounts.': ['active', 'pending', 'suspended', 'closed'],
  'accounts.person-': ['active', 'suspended'],
  'accounts.overflow-': ['begun', 'rested', 'ended'],
  'rooms.share-': ['accepted', 'declined'],
  'recordings.': ['published', 'unpublished', 'recycled', 'changed', 'restored', 'deleted'],
  'endpoint.secret-': ['changed', 'shown', 'replaced', 'extended', 'revoked'],
  'blog.post-': [
    ...['submit', 'return', 'schedule', 'unschedule', 'publish', 'unpublish'],
    ...['archive', 'unarchive', 'trash', 'restore', 'purge'],
  ],
  'webhooks.': ['changed', 'removed', 'secret-replaced'],
  'ownership.': ['accepted', 'declined', 'withdrawn'],
  'ownership.data-': ['warned', 'closed', 'stopped'],
  'billing.manual-': ['added', 'changed', 'archived'],
  'billing.': [
    ...['canceled-by-seller', 'comped', 'credit-given', 'extended', 'restarted'],
    ...['invoice-credited', 'invoice-drafted', 'invoice-dropped', 'invoice-finalized', 'invoice-voided', 'invoice-written-off'],
    ...[
      'payment-recorded',
      'payment-rejected',
      'invoice-refunded',
      'refund-sent',
      'refund-dropped',
      'dispute-answered',
      'dispute-accepted',
      'cancel-asked',
      'cancel-undone',
      'pause-asked',
      'pause-undone',
    ],
  ],
  'bank.': ['line-ignored', 'line-reopened'],
  'newsletter.': [
    ...['campaign-created', 'campaign-edited', 'campaign-removed', 'campaign-started', 'campaign-sent'],
    ...['list-created', 'list-edited', 'list-archived', 'subscriber-blocked', 'subscriber-lifted', 'subscriber-erased'],
  ],
  'newsletter.campaign-': ['schedule', 'unschedule', 'pause', 'resume', 'cancel'],
  'lti.platform-': ['added', 'changed', 'removed'],
  'analytics.': ['view-saved', 'view-changed', 'view-removed'],
  'tasks.': ['shared', 'member-set', 'member-removed'],
  'servers.': ['added', 'changed', 'enable', 'drain', 'disable', 'retire', 'panic'],
};
/** Actions of meetings are the names of their events, which the source texts below pass as variables. */
const meetings = ['started', 'ended', 'failed', 'detached', 'resumed'].map((end) => `meetings.${end}`);

const whole = sources.flatMap((text) =>
  [...text.matchAll(/(?<!may\(\{ )action: '([a-z]+\.[a-z-]+)'/g)].map((found) => found[1] ?? ''),
);
const begun = sources.flatMap((text) => [...text.matchAll(/action: `([a-z]+\.[a-z-]*)\$\{/g)].map((found) => found[1] ?? ''));
const all = [
  ...new Set([...whole, ...meetings, ...Object.entries(made).flatMap(([start, ends]) => ends.map((end) => start + end))]),
].sort();

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const at = (tree: unknown, key: string): unknown => (isTree(tree) ? tree[key] : undefined);
function wordOf(locale: string, action: string): unknown {
  const texts: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, 'text', `${locale}.json`), 'utf8'));
  const [group = '', deed = ''] = action.split('.');
  return at(at(at(texts, 'actions'), group), deed);
}

test('every way to put an action together is known here', () => {
  expect(whole.length).toBeGreaterThan(40);
  expect([...new Set(begun)].filter((start) => made[start] === undefined)).toEqual([]);
});

test.each(locales)('every action that is written down has words in %s', (locale) => {
  expect(all.filter((action) => typeof wordOf(locale, action) !== 'string')).toEqual([]);
});

test('every action belongs to a group that can be chosen', () => {
  const groups: readonly string[] = actionGroups;
  expect([...new Set(all.map((action) => action.split('.')[0] ?? ''))].filter((group) => !groups.includes(group))).toEqual([]);
});
