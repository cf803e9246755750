import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { peopleCalls } from '#core/accounts/people.contract.ts';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { chatCalls } from '../chat.contract.ts';
import { MembersDialog } from './members-dialog.part.tsx';
import { NewConversation } from './new-conversation.part.tsx';
import { PolicyDialog } from './policy-dialog.part.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const me = { userId: '00000000-0000-7000-8000-000000000001', name: 'Miriam Albrecht' };
const jonas = { userId: idOf(7), name: 'Jonas Weber' };
const aylin = { userId: idOf(8), name: 'Aylin Demir' };
const people = onCall(peopleCalls.find, () => ({
  items: [jonas, aylin].map(({ userId: id, name }) => ({ id, name, email: null })),
}));
const close = () => {};

test.each(looks)('a person, a group or a channel for a new conversation: $locale $scheme $width', async (look) => {
  const channels = onCall(chatCalls.channels, () => ({ items: [{ id: idOf(5), name: 'Everybody', people: 12 }] }));
  const create = vi.fn(() => ({ id: idOf(2) }));
  const calls = [people, channels, onCall(chatCalls.create, create)];
  await mount(<NewConversation support onClose={close} />, { look, calls });
  const turnTo = (at: number) =>
    page
      .getByRole('radio')
      .nth(at)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await page.getByRole('combobox').click();
  await expect.element(page.getByRole('option', { name: 'Aylin Demir' })).toBeVisible();
  await expectNoViolations();
  turnTo(2);
  await expect.element(page.getByText('Everybody')).toBeVisible();
  await expectNoViolations();
  turnTo(1);
  await page.getByRole('textbox').first().fill('Year 9');
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Jonas Weber' }).click();
  await expectNoViolations();
  turnTo(0);
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Aylin Demir' }).click();
  await vi.waitFor(() => expect(create).toHaveBeenCalledWith({ body: { kind: 'direct', people: [aylin.userId] } }));
});

test('a group gets a name and its people', async () => {
  const create = vi.fn(() => ({ id: idOf(2) }));
  await mount(<NewConversation support={false} onClose={close} />, { calls: [people, onCall(chatCalls.create, create)] });
  await page.getByText('Group', { exact: true }).click();
  const button = page.getByRole('button', { name: 'Create' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Year 9');
  await expect.element(button).toBeDisabled();
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Jonas Weber' }).click();
  await button.click();
  await vi.waitFor(() =>
    expect(create).toHaveBeenCalledWith({ body: { kind: 'group', name: 'Year 9', people: [jonas.userId] } }),
  );
});

const group = {
  ...sampleOf(chatCalls.get.result, {}),
  ...{ id: idOf(1), kind: 'group' as const, name: 'Year 9 teachers', people: 2, member: true },
  members: [me, jonas].map((one, at) => ({ ...one, role: at === 0 ? ('owner' as const) : ('member' as const), staff: false })),
  rights: {
    ...{ write: true, attach: true, meet: true, rename: true, add: true },
    remove: true,
    leave: true,
    join: false,
    history: true,
  },
};

test('members are removed and added, and the group gets another name', async () => {
  const [rename, removePerson, addPeople] = [vi.fn(() => ({})), vi.fn(() => ({})), vi.fn(() => ({}))];
  await mount(<MembersDialog conversation={group} onClose={close} />, {
    calls: [
      ...[people, onCall(chatCalls.rename, rename), onCall(chatCalls.removePerson, removePerson)],
      onCall(chatCalls.addPeople, addPeople),
    ],
  });
  await expectNoViolations();
  const params = { id: group.id };
  await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
  await vi.waitFor(() => expect(removePerson).toHaveBeenCalledWith({ params: { ...params, userId: jonas.userId } }));
  await page.getByRole('textbox', { name: 'Name' }).fill('Year 9');
  await page.getByRole('button', { name: 'Rename' }).click();
  await vi.waitFor(() => expect(rename).toHaveBeenCalledWith({ params, body: { name: 'Year 9' } }));
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Aylin Demir' }).click();
  await vi.waitFor(() => expect(addPeople).toHaveBeenCalledWith({ params, body: { people: [aylin.userId] } }));
});

test('those who lead the account say for how long messages may be changed', async () => {
  const setPolicy = vi.fn(() => ({ editMinutes: 15, keepEdits: true }));
  const policy = onCall(chatCalls.policy, () => ({ editMinutes: null, keepEdits: false, rights: { edit: true } }));
  await mount(<PolicyDialog onClose={close} />, { calls: [policy, onCall(chatCalls.setPolicy, setPolicy)] });
  await page.getByLabelText('People can edit and delete').selectOptions('For 15 minutes');
  await page.getByRole('switch').click();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(setPolicy).toHaveBeenCalledWith({ body: { editMinutes: 15, keepEdits: true } }));
});
