import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type MountOptions, expectNoViolations, mount } from '../testing-components.tsx';
import { DateField, DateTimeField, TimeField } from '#kit/ui/date-field/date-field.tsx';

type Kind = 'date' | 'time' | 'both';
type FormProps = {
  kind: Kind;
  value?: string;
  min?: string;
  max?: string;
  onValue?: (value: string) => void;
  onSend?: () => void;
};
function Form({ kind, value = '', onValue, onSend, ...range }: FormProps) {
  const [current, setValue] = useState(value);
  const props = {
    label: 'When',
    value: current,
    onChange: (to: string) => {
      setValue(to);
      onValue?.(to);
    },
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend?.();
      }}
    >
      {kind === 'date' ? (
        <DateField {...props} {...range} />
      ) : kind === 'time' ? (
        <TimeField {...props} />
      ) : (
        <DateTimeField {...props} {...range} />
      )}
      <button type="submit">Send</button>
    </form>
  );
}
const field = () => page.getByRole('textbox', { name: 'When' });
const send = () => page.getByRole('button', { name: 'Send' });
const calendar = () => page.getByRole('dialog');

const fieldLooks = [
  { locale: 'en-US', scheme: 'light', width: 1280, shown: '3 Dec 2026' },
  { locale: 'de', scheme: 'dark', width: 360, shown: '3. Dez. 2026' },
  { locale: 'ar', scheme: 'dark', width: 1280, shown: '3 ديسمبر 2026' },
  { locale: 'ja', scheme: 'light', width: 360, shown: '2026年12月3日' },
] as const satisfies readonly (NonNullable<MountOptions['look']> & { shown: string })[];

test.each(fieldLooks)('the calendar: $locale $scheme $width', async ({ shown, ...look }) => {
  await mount(<Form kind="date" value="2026-12-03" />, { look });
  await expect.element(field()).toHaveValue(shown);
  await expect.poll(() => page.getByRole('button').elements().length).toBe(2);
  await userEvent.click(page.getByRole('button').first());
  await expect.element(calendar()).toBeVisible();
  await expectNoViolations();
});

test('a day by keys alone, and Escape leaves the field as it was', async () => {
  const onValue = vi.fn();
  await mount(<Form kind="date" value="2026-12-03" onValue={onValue} />);
  await field().click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(calendar().getByRole('button', { name: 'Thursday, 3 December 2026' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(calendar()).not.toBeInTheDocument();
  expect(onValue).not.toHaveBeenCalled();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(calendar().getByRole('button', { name: 'Thursday, 3 December 2026' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(field()).toHaveValue('4 Dec 2026');
  expect(onValue).toHaveBeenLastCalledWith('2026-12-04');
  await expect.element(field()).toHaveFocus();
});

test('an ISO date counts at once, a short one when the field is left', async () => {
  const onValue = vi.fn();
  await mount(<Form kind="date" onValue={onValue} />);
  await field().fill('2026-12-03');
  expect(onValue).toHaveBeenLastCalledWith('2026-12-03');
  await field().fill('5.4.');
  expect(onValue).toHaveBeenCalledOnce();
  await userEvent.tab();
  expect(onValue).toHaveBeenLastCalledWith('2026-04-05');
  await expect.element(field()).toHaveValue('5 Apr 2026');
  await field().fill('');
  expect(onValue).toHaveBeenLastCalledWith('');
});

test('what is not understood is said, and the form is not sent', async () => {
  const onSend = vi.fn();
  await mount(<Form kind="date" value="2026-12-03" onSend={onSend} />);
  await field().fill('soon');
  await send().click();
  await expect.element(page.getByText('Enter a date, such as 10 Mar 2026 or 2026-03-10.')).toBeVisible();
  await expectNoViolations();
  await send().click();
  expect(onSend).not.toHaveBeenCalled();
  await expect.element(field()).toHaveFocus();
  await field().fill('11 mar');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  await expect.element(field()).toHaveValue('11 Mar 2026');
});

test('days outside the range are said, and cannot be chosen', async () => {
  await mount(<Form kind="date" value="2026-12-03" min="2026-12-02" max="2026-12-20" />);
  await field().fill('2026-12-01');
  await expect.element(page.getByText('Not before 2 Dec 2026, please.')).toBeVisible();
  await field().fill('2026-12-21');
  await expect.element(page.getByText('Not after 20 Dec 2026, please.')).toBeVisible();
  await page.getByRole('button', { name: 'Open calendar' }).click();
  await expect.element(calendar().getByRole('button', { name: '21 December 2026' })).toBeDisabled();
});

test('a time is read as it is typed, and the arrows go by quarters', async () => {
  const onValue = vi.fn();
  await mount(<Form kind="time" value="09:00" onValue={onValue} />);
  await expect.element(field()).toHaveValue('09:00');
  await field().fill('2pm');
  await userEvent.tab();
  await expect.element(field()).toHaveValue('14:00');
  await field().click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(onValue).toHaveBeenLastCalledWith('14:15');
});

test('a date with a time: a day of the calendar keeps the time', async () => {
  const onValue = vi.fn();
  await mount(<Form kind="both" onValue={onValue} />);
  await field().fill('2026-12-03T14:30');
  expect(onValue).toHaveBeenLastCalledWith('2026-12-03T14:30');
  await page.getByRole('button', { name: 'Open calendar' }).click();
  await calendar().getByRole('button', { name: '10 December 2026' }).click();
  expect(onValue).toHaveBeenLastCalledWith('2026-12-10T14:30');
  await expect.element(field()).toHaveValue('10 Dec 2026, 14:30');
});
