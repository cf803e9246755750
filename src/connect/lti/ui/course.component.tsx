import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { courseCalls, type CoursePerson, type CourseVisit, type OfferedRoom } from '../course.contract.ts';
import * as courseScreen from './course.screen.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const token = 'a-token-of-a-launch-1';
const params = { token };
const room = {
  ...{ name: 'Mathematics 9b', state: 'idle', people: 0, since: null, record: false, canStart: false, nextAt: null },
  recordings: [{ id: idOf(1), name: 'Fractions', at: now - 86_400_000, minutes: 44, url: '/recordings/one' }],
} as const satisfies CourseVisit['room'];
const learner: CourseVisit = {
  ...{ purpose: 'join', account: { name: 'Nordlicht School', accent: null, logo: null }, course: 'Year 9 Mathematics' },
  ...{ person: { name: 'Emil Krüger', part: 'learner' }, teaches: false, makesRooms: false, takesGrades: false },
  ...{ grade: { rule: 'none', atLeastPercent: 50 }, room: { ...room, recordings: [...room.recordings] } },
};
const live = { ...room, recordings: [], state: 'live', people: 27, since: now - 600_000 } as const;
const teacher: CourseVisit = {
  ...{ ...learner, person: { name: 'Jonas Weber', part: 'teacher' }, teaches: true, makesRooms: true, takesGrades: true },
  room: { ...live, record: true, canStart: true, recordings: [...room.recordings] },
};
const came: CoursePerson[] = [
  { key: 'a', name: 'Aylin Demir', part: 'teacher', attended: 3, minutes: 130, grade: null },
  { key: 'b', name: 'Emil Krüger', part: 'learner', attended: 2, minutes: 80, grade: 67 },
];
const people = onCall(courseCalls.people, () => ({ items: came, meetings: 3, askedAt: now, more: true }));
const seen = (visit: CourseVisit) => onCall(courseCalls.visit, () => visit);
const at = { path: `/lti/visit/${token}`, params };
const math: OfferedRoom = {
  ...{ id: idOf(11), name: 'Mathematics 9b', slug: 'math-9b', live: true, people: 27, recordings: 24, lobby: true, here: false },
};
const physics: OfferedRoom = {
  ...math,
  id: idOf(12),
  name: 'Physics 10c',
  slug: 'physics',
  live: false,
  recordings: 0,
  here: true,
};
const rooms = onCall(courseCalls.rooms, () => ({ items: [math, physics], next: null }));
const picking: CourseVisit = { ...teacher, purpose: 'deep_link', room: null };
const picker = { path: `/lti/choose/${token}`, params, calls: [seen(picking), rooms] };
const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });

test.each(looks)('a room for teachers: $locale $scheme $width', async (look) => {
  await mountScreen(courseScreen, { ...at, look, calls: [seen(teacher), people] });
  await expect.element(page.getByText('Aylin Demir')).toBeVisible();
  await expectNoViolations();
});

test('learners wait until the meeting starts, and no tab opens by itself', async () => {
  const tab = vi.spyOn(window, 'open').mockReturnValue(null);
  const begun: CourseVisit = { ...learner, room: { ...live, recordings: [] } };
  const states = [learner];
  const ask = onCall(courseCalls.visit, () => states.shift() ?? begun);
  const join = vi.fn(() => ({ url: 'https://bbb.example/join' }));
  await mountScreen(courseScreen, { ...at, calls: [ask, onCall(courseCalls.join, join)] });
  await expect.element(page.getByRole('status').getByText(/as soon as the meeting starts/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Join' })).not.toBeInTheDocument();
  await expectNoViolations();
  await expect.element(page.getByRole('status').getByText('You can join now.'), { timeout: 8000 }).toBeVisible();
  expect(tab).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Join' }).click();
  await vi.waitFor(() => expect(join).toHaveBeenCalledWith({ params, body: { consent: false } }));
  const link = page.getByRole('link', { name: 'Open the meeting' });
  await expect.element(link).toHaveAttribute('href', 'https://bbb.example/join');
  await expectNoViolations();
});

test('where recordings are made one agrees first; a refusal is said', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const full = onCall(courseCalls.join, () => {
    throw new Failure('meeting_full');
  });
  await mountScreen(courseScreen, { ...at, calls: [seen(teacher), people, full] });
  await expect.element(page.getByRole('button', { name: 'Join' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I agree to this meeting being recorded' }).click();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect.element(page.getByRole('alert').getByText('The meeting is full.')).toBeVisible();
});

test('teachers see who came, and make attendance a grade', async () => {
  const set = vi.fn(() => ({ ...teacher, grade: { rule: 'attended' as const, atLeastPercent: 80 } }));
  await mountScreen(courseScreen, { ...at, calls: [seen(teacher), people, onCall(courseCalls.setGrade, set)] });
  await expect.element(page.getByRole('row', { name: /Emil Krüger.*2 of 3.*67/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Use attendance as grade' }).click();
  await page.getByLabelText(/^Minimum attendance/).fill('80');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(set).toHaveBeenCalledWith({ params, body: { rule: 'attended', atLeastPercent: 80 } }));
  await expect.element(page.getByRole('status').getByText('Saved')).toBeVisible();
});

test('an activity without a room is given one by its teacher', async () => {
  const choose = vi.fn(() => teacher);
  const calls = [seen({ ...picking, purpose: 'choose' }), rooms, people, onCall(courseCalls.chooseRoom, choose)];
  await mountScreen(courseScreen, { ...at, calls });
  await radio('Physics 10c').click();
  await page.getByRole('button', { name: 'Use this room' }).click();
  await vi.waitFor(() => expect(choose).toHaveBeenCalledWith({ params, body: { roomId: physics.id } }));
});

test.each(looks)('rooms to choose from: $locale $scheme $width', async (look) => {
  await mountScreen(courseScreen, { ...picker, look });
  await radio('Mathematics 9b').click();
  await expectNoViolations();
});

test('a room is chosen by keys and brought to the platform', async () => {
  const add = vi.fn(() => ({ action: 'https://moodle.example/deep', jwt: 'signed' }));
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
  await mountScreen(courseScreen, { ...picker, calls: [...picker.calls, onCall(courseCalls.addToCourse, add)] });
  const search = page.getByRole('searchbox', { name: 'Search your rooms' });
  await expect.element(radio('Mathematics 9b')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add to course' })).toBeDisabled();
  search.element().focus();
  await userEvent.keyboard('{Tab} {ArrowDown}');
  await expect.element(radio('Physics 10c')).toHaveFocus();
  await expect.element(radio('Physics 10c')).toBeChecked();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Name shown in the course' })).toHaveFocus();
  await userEvent.keyboard(', live{Tab} {Tab}{Enter}');
  const body = { roomId: physics.id, title: expect.stringContaining('live'), grade: { rule: 'attended', atLeastPercent: 50 } };
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith({ params, body }));
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
  const sent = submit.mock.contexts[0];
  if (!(sent instanceof HTMLFormElement)) throw new Error('no form was sent');
  expect([sent.action, new FormData(sent).get('JWT')]).toEqual(['https://moodle.example/deep', 'signed']);
  sent.remove();
});

test('a new room is made in place and chosen', async () => {
  const make = vi.fn(() => ({ ...math, id: idOf(13), name: 'Exam preparation' }));
  await mountScreen(courseScreen, { ...picker, calls: [...picker.calls, onCall(courseCalls.makeRoom, make)] });
  await page.getByRole('button', { name: 'New room' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Name of the new room' })).toHaveFocus();
  await userEvent.keyboard('Exam preparation{Enter}');
  await vi.waitFor(() => expect(make).toHaveBeenCalledWith({ params, body: { name: 'Exam preparation' } }));
  await expect.element(radio('Exam preparation')).toBeChecked();
  await expect.element(page.getByRole('textbox', { name: 'Name shown in the course' })).toHaveValue('Exam preparation');
  await expectNoViolations();
});

test('rooms that could not be loaded are asked for again', async () => {
  let asked = 0;
  const failing = onCall(courseCalls.rooms, () => {
    asked += 1;
    if (asked === 1) throw new Failure('internal');
    return { items: [math], next: null };
  });
  await mountScreen(courseScreen, { ...picker, calls: [seen(picking), failing] });
  await expect.element(page.getByRole('alert').getByText('The rooms could not be loaded.')).toBeVisible();
  await expect.element(page.getByText('No rooms found')).not.toBeInTheDocument();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(radio('Mathematics 9b')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('an address that is over says what to do', async () => {
  const over = onCall(courseCalls.visit, () => {
    throw new Failure('not_found');
  });
  await mountScreen(courseScreen, { ...at, calls: [over] });
  await expect.element(page.getByText('Open the activity in your course again.')).toBeVisible();
  await expectNoViolations();
});
