import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { peopleCalls } from '#core/accounts/people.contract.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { type RoomDetail, roomsCalls } from '../rooms.contract.ts';
import { standardOptions } from '../rooms.rules.ts';
import { PeopleCard } from './room-people.part.tsx';

const idOf = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const [mia, jonas, aylin] = [
  { id: idOf(1), name: 'Mia Berg' },
  { id: idOf(2), name: 'Jonas Weber' },
  { id: idOf(3), name: 'Aylin Demir' },
];
const room: RoomDetail = {
  ...{ id: idOf(9), name: 'Choir', slug: 'choir', owner: mia, account: null, role: 'owner', live: null, tags: [] },
  rights: { view: true, edit: true, delete: true, start: true, share: true, transfer: true },
  entry: { lobby: false, code: false, signIn: false, anyoneCanStart: true },
  ...{ lastMeetingAt: null, createdAt: now, restsSince: null, deletedAt: null, purgeAt: null, version: 1, welcome: '' },
  ...{ viewerCode: null, moderatorCode: null, lobby: false, anyoneCanStart: true, signInRequired: false, muteOnStart: false },
  ...{ record: false, maxPeople: null, maxMinutes: null, options: standardOptions, updatedAt: now, transfer: null },
  ...{ link: 'https://example.org/m/choir', limits: { maxPeople: null, maxMinutes: null } },
  givable: ['co-owner', 'moderator', 'participant'],
};
const shares = onCall(roomsCalls.shares, () => ({
  items: [
    { id: idOf(5), person: jonas, email: null, role: 'moderator' as const, state: 'invited' as const, at: now },
    { id: idOf(6), person: null, email: 'guest@example.net', role: 'participant' as const, state: 'invited' as const, at: now },
  ],
}));
const find = onCall(peopleCalls.find, ({ query: { group } }) => ({
  items: [jonas, aylin].map((one) => ({ ...one, email: null })),
  groups: group === undefined ? [{ id: idOf(7), name: 'Staff', people: 2 }] : [],
}));

test.each(looks)('colleagues stand by name, strangers by address: $locale $scheme $width', async (look) => {
  await mount(<PeopleCard room={room} />, { look, calls: [shares, find] });
  await expect.element(page.getByText('Jonas Weber')).toBeVisible();
  await expect.element(page.getByText('guest@example.net')).toBeVisible();
  await expectNoViolations();
});

test('people are invited by name: a group stands for those who have no access yet', async () => {
  const invite = vi.fn(() => ({ done: true as const }));
  await mount(<PeopleCard room={room} />, { calls: [shares, find, onCall(roomsCalls.invite, invite)] });
  await page.getByRole('combobox', { name: 'Share with' }).click();
  await page.getByRole('option', { name: 'Staff' }).click();
  await expect.element(page.getByText('Aylin Demir')).toBeVisible();
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText('Invited: Aylin Demir. The room is shared once they accept.')).toBeVisible();
  expect(invite.mock.calls).toEqual([[{ params: { id: room.id }, body: { userId: aylin.id, role: 'participant' } }]]);
});

test('the room is offered to a colleague, by keyboard and after a question', async () => {
  const offer = vi.fn(() => ({ done: true as const }));
  await mount(<PeopleCard room={room} />, { calls: [shares, find, onCall(roomsCalls.offerTransfer, offer)] });
  await page.getByRole('button', { name: 'Transfer room' }).click();
  await page.getByRole('combobox', { name: 'New owner' }).fill('aylin');
  await expect.element(page.getByRole('option', { name: 'Aylin Demir' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: jonas.name, selected: true })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await page.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect.element(page.getByText('Transfer Choir to Aylin Demir?')).toBeVisible();
  await page.getByRole('button', { name: 'Offer the room' }).click();
  await vi.waitFor(() => expect(offer).toHaveBeenCalledWith({ params: { id: room.id }, body: { userId: aylin.id } }));
});

test('an offer names the colleague to whom it goes', async () => {
  const transfer = { person: aylin, email: null, at: now };
  await mount(<PeopleCard room={{ ...room, transfer }} />, { calls: [shares, find] });
  await expect.element(page.getByText(/Offered to Aylin Demir/)).toBeVisible();
});
