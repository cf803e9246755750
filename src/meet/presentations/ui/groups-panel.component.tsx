import type { GroupSet } from '@atrium/engine/topics/groups/group-schemas.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type GroupItem, groupsCalls } from '#core/iam/groups.contract.ts';
import { iamCalls, type MemberItem } from '#core/iam/iam.contract.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { roomGroupsCalls } from '../room-groups.contract.ts';
import { GroupsPanel } from './groups-panel.part.tsx';

const id = '01890000-0000-7000-8000-000000000009';
const aylin = { key: 'u1', name: 'Aylin Demir' };
const set = (over: Partial<GroupSet> = {}): GroupSet => ({
  ...{ id: 's1', name: 'Pairs', usedAt: null },
  groups: [
    { name: 'Red', people: [aylin] },
    { name: '', people: [{ key: '', name: 'Rosa Vidal' }] },
  ],
  ...over,
});
const last = set({ id: 'last', name: '', usedAt: now });
const listed = (...sets: GroupSet[]) => onCall(roomGroupsCalls.list, () => ({ sets, version: 3 }));

function saving() {
  const saved: { sets: GroupSet[]; version: number }[] = [];
  const calls = onCall(roomGroupsCalls.set, ({ body }) => {
    saved.push(body);
    return { sets: body.sets, version: body.version + 1 };
  });
  return { saved, calls };
}
const peopleField = (number: number) => page.getByRole('textbox', { name: `People in group ${number}` });
const save = () => page.getByRole('button', { name: 'Save groups' }).click();

test.each(looks)('a room lists its breakout groups, and they are written in a window: $locale $scheme $width', async (look) => {
  await mount(<GroupsPanel roomId={id} running />, { look, calls: [listed(set(), last)] });
  await expect.element(page.getByText('Pairs')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button').nth(1).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByText('Aylin Demir')).toBeVisible();
  await expectNoViolations();
});

test('people are pasted by line, keep their key, and a line that cannot be used is named', async () => {
  const { saved, calls } = saving();
  await mount(<GroupsPanel roomId={id} running={false} />, { calls: [listed(set()), calls] });
  await page.getByRole('button', { name: 'Edit “Pairs”' }).click();
  await peopleField(1).fill('Ben Okafor\naylin demir');
  await peopleField(2).fill('Rosa Vidal\n\nBen Okafor\n');
  await save();
  await expect.element(page.getByText('Line 3: “\u2068Ben Okafor\u2069” is in these groups already.')).toBeVisible();
  expect(saved).toEqual([]);
  await peopleField(2).fill('Rosa Vidal');
  await page.getByRole('combobox', { name: 'Number of groups' }).selectOptions('3');
  await save();
  await expect.poll(() => saved[0]).toMatchObject({ version: 3, sets: [{ id: 's1', name: 'Pairs' }] });
  expect(saved[0]?.sets[0]?.groups.map(({ people }) => people)).toEqual([
    [{ key: '', name: 'Ben Okafor' }, aylin],
    [{ key: '', name: 'Rosa Vidal' }],
    [],
  ]);
});

test('the groups of the last meeting are kept under a name, or deleted', async () => {
  const { saved, calls } = saving();
  await mount(<GroupsPanel roomId={id} running={false} />, { calls: [listed(last, set()), calls] });
  await expect.element(page.getByText('Used on 10 March 2026')).toBeVisible();
  await page.getByRole('button', { name: 'Keep' }).click();
  await save();
  await expect.element(page.getByText('Enter a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Project teams');
  await save();
  await expect.poll(() => saved[0]?.sets.map(({ name }) => name)).toEqual(['Project teams', 'Pairs']);
  expect(saved[0]?.sets[0]?.id).not.toBe('last');
  await page.getByRole('button', { name: 'Delete “Project teams”' }).click();
  await expect.poll(() => saved[1]?.sets.map(({ name }) => name)).toEqual(['Pairs']);
});

const user = { scope: ['iam.view', 'groups.view'] };
const kenji: MemberItem = {
  ...{ id: 'u2', kind: 'member', name: 'Kenji Sato', email: 'kenji@example.org', signInName: null, state: 'active' },
  ...{ preset: 'member', groups: [], lastActiveAt: null, secondFactor: null, expiresAt: null, createdAt: 0, me: false },
  rights: { edit: false, suspend: false, remove: false, reset: false },
};
const nobody: MemberItem = { ...kenji, id: 'u3', name: 'Kenji Mori', email: 'kenji@example.org.uk' };
const class9b: GroupItem = {
  ...{ id, name: '9b', description: '', people: 3, sets: [], statements: 0, createdAt: 0, rights: { edit: false } },
};

test('members are found by name or address, and a whole group of the account is dealt out', async () => {
  const { saved, calls } = saving();
  const members = onCall(iamCalls.members, ({ query }) => ({
    items: [nobody, kenji].filter(({ email, name }) => `${email} ${name}`.includes(query?.search ?? '')),
    ...{ next: null, seats: { used: 2, max: null }, alias: null, rights: { manage: false } },
  }));
  const rights = { manage: false };
  const classes = onCall(groupsCalls.list, () => ({ items: [class9b], next: null, total: 1, rights }));
  const people = onCall(groupsCalls.members, () => ({
    items: ['a', 'b', 'c'].map((key) => ({ userId: key, name: `Pupil ${key}`, state: 'in' as const, since: 0 })),
    next: null,
    total: 3,
  }));
  await mount(<GroupsPanel roomId={id} running={false} />, { user, calls: [listed(), calls, members, classes, people] });
  await page.getByRole('button', { name: 'New groups' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Teams');
  await page.getByRole('button', { name: 'Kenji Mori' }).click();
  await expect.element(page.getByRole('button', { name: 'Kenji Mori' })).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'From' }).selectOptions('Everyone in 9b');
  await page.getByRole('button', { name: 'Add everyone' }).click();
  await expect.element(peopleField(2)).not.toHaveValue('');
  await peopleField(1).fill('kenji@example.org');
  await save();
  await expect.poll(() => saved[0]?.sets[0]?.groups[0]?.people).toEqual([{ key: 'u2', name: 'Kenji Sato' }]);
  expect(saved[0]?.sets[0]?.groups[1]?.people.every(({ key }) => ['a', 'b', 'c'].includes(key))).toBe(true);
});

test('what somebody else saved meanwhile is not lost', async () => {
  const refused = onCall(roomGroupsCalls.set, () => Promise.reject(new Failure('changed_meanwhile')));
  await mount(<GroupsPanel roomId={id} running={false} />, { calls: [listed(set()), refused] });
  await page.getByRole('button', { name: 'Delete “Pairs”' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Someone else changed this in the meantime. Reload to see the changes.');
  await expect.element(page.getByText('Pairs')).toBeVisible();
});
