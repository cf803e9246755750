import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { peopleCalls } from '../../people.contract.ts';
import { PeoplePicker, type PeoplePickerProps, type PickedPerson } from './people-picker.part.tsx';

const jonas = { id: '01890000-0000-7000-8000-000000000007', name: 'Jonas Weber', email: 'jonas@school.org' };
const aylin = { id: '01890000-0000-7000-8000-000000000008', name: 'Aylin Demir', email: 'aylin@school.org' };
const everybody = [jonas, aylin];
const choir = { id: '01890000-0000-7000-8000-000000000009', name: 'Choir', people: 12 };
type FindInput = { query: { search?: string | undefined; email?: string | undefined; group?: string | undefined } };
const answer = ({ query: { search = '', email, group } }: FindInput) =>
  group === undefined
    ? {
        items: everybody.filter((one) => (email === undefined ? one.name.toLowerCase().includes(search) : one.email === email)),
        groups: [choir].filter(({ name }) => name.toLowerCase().includes(search)),
      }
    : { items: everybody };
const find = onCall(peopleCalls.find, answer);

type ChosenProps = Partial<PeoplePickerProps> & { onChosen?: (chosen: readonly PickedPerson[]) => void };
function Chosen({ onChosen, ...props }: ChosenProps) {
  const [chosen, setChosen] = useState<readonly PickedPerson[]>([]);
  const change = (people: readonly PickedPerson[]) => {
    setChosen(people);
    onChosen?.(people);
  };
  return <PeoplePicker purpose="chat" label="People" {...props} chosen={chosen} onChange={change} />;
}
const field = () => page.getByRole('combobox', { name: 'People' });
const option = (name: string) => page.getByRole('option', { name });

test.each(looks)('recent people, chips and the empty list: $locale $scheme $width', async (look) => {
  await mount(<Chosen note={({ name }) => <span className="tiny quiet">{`busy ${name.length}`}</span>} />, {
    look,
    calls: [find],
  });
  await field().click();
  await expect.element(option('Jonas Weber')).toBeVisible();
  await expect.element(option('Choir')).toBeVisible();
  await expectNoViolations();
  await option('Jonas Weber').click();
  await expect.element(option('Jonas Weber')).not.toBeInTheDocument();
  await expect.element(page.getByText('Jonas Weber')).toBeVisible();
  await field().fill('nobody like that');
  await expect.element(page.getByRole('status').first()).toBeVisible();
  await expectNoViolations();
});

test('the keyboard chooses, and takes the last one back', async () => {
  const onChosen = vi.fn();
  await mount(<Chosen onChosen={onChosen} />, { calls: [find] });
  await field().fill('ayl');
  await expect.element(option('Aylin Demir')).toBeVisible();
  await expect.element(option('Jonas Weber')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([aylin]));
  await expect.element(field()).toHaveValue('');
  await userEvent.keyboard('{Backspace}');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([]));
});

test('Enter takes the first who is found or a whole address, and never sends the form', async () => {
  const [onChosen, onSubmit] = [vi.fn(), vi.fn()];
  await mount(
    <form onSubmit={onSubmit}>
      <Chosen onChosen={onChosen} outsiders="allowed" />
      <button type="submit">Send</button>
    </form>,
    { calls: [find] },
  );
  await field().fill('ayl');
  await expect.element(page.getByRole('option', { name: 'Aylin Demir', selected: true })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([aylin]));
  await field().fill('guest@else.example');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onChosen.mock.lastCall?.[0]).toHaveLength(2));
  await field().fill('nobody');
  await userEvent.keyboard('{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

const paste = (text: string) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  field()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};

test('pasted addresses become people of the account; those of others are named', async () => {
  const onChosen = vi.fn();
  await mount(<Chosen onChosen={onChosen} />, { calls: [find] });
  await field().click();
  paste('Jonas Weber <jonas@school.org>; AYLIN@school.org, stranger@example.net');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([jonas, aylin]));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not in this account: stranger@example.net');
  await page.getByRole('button', { name: 'Remove Jonas Weber' }).click();
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([aylin]));
});

test('where people from outside are allowed, an address is offered, and is not lost when the field is left', async () => {
  const onChosen = vi.fn();
  await mount(<Chosen outsiders="allowed" onChosen={onChosen} />, { calls: [find] });
  await field().fill('guest@example.net');
  await expect.element(page.getByText('Invite')).toBeVisible();
  await expectNoViolations();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const guest = { id: null, name: 'guest@example.net', email: 'guest@example.net' };
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([guest]));
  await field().fill('second@example.net');
  await userEvent.keyboard('{Tab}');
  await vi.waitFor(() => expect(onChosen.mock.lastCall?.[0]).toHaveLength(2));
  await field().fill('no address');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('is not an email address')).toBeVisible();
});

test('without the right to see people, addresses can still be given', async () => {
  const onChosen = vi.fn();
  const refused = onCall(peopleCalls.find, () => {
    throw new Failure('not_allowed');
  });
  await mount(<Chosen outsiders="allowed" onChosen={onChosen} />, { calls: [refused] });
  await field().fill('guest@example.net');
  await page.getByRole('option').click();
  await vi.waitFor(() => expect(onChosen.mock.lastCall?.[0]).toHaveLength(1));
});

test('a group stands for its people, by keyboard; who is chosen already is not chosen twice', async () => {
  const onChosen = vi.fn();
  await mount(<Chosen onChosen={onChosen} />, { calls: [find], look: { locale: 'ar', scheme: 'dark', width: 360 } });
  await field().click();
  await option('Jonas Weber').click();
  await field().fill('choi');
  await expect.element(option('Choir')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([jonas, aylin]));
  await expectNoViolations();
  await field().fill('choi');
  await option('Choir').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('لا أحد لإضافته من Choir');
  expect(onChosen).toHaveBeenCalledTimes(2);
});

test('where one is chosen, no groups are offered', async () => {
  await mount(<Chosen most={1} />, { calls: [find] });
  await field().click();
  await expect.element(option('Jonas Weber')).toBeVisible();
  await expect.element(option('Choir')).not.toBeInTheDocument();
});

test('parts of a pasted list without an address are named', async () => {
  const onChosen = vi.fn();
  await mount(<Chosen onChosen={onChosen} />, { calls: [find] });
  await field().click();
  paste('"Weber, Jonas" <jonas@school.org>\nDemir, Aylin <aylin@school.org>\nthe whole class\n');
  await vi.waitFor(() => expect(onChosen).toHaveBeenLastCalledWith([jonas, aylin]));
  await expect.element(page.getByRole('alert')).toHaveTextContent('No address in: the whole class');
});
