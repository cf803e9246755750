import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { sampleOf } from '#kit/sample.factory.ts';
import type { PollResult } from '#meet/meetings/attendance.contract.ts';
import { type MeetingDetail, meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { Attendance } from '../attendance.part.tsx';
import { PollResults } from './poll-results.part.tsx';

const meeting: MeetingDetail = {
  ...sampleOf(meetingsCalls.get.result, { name: 'Mathematics 9b' }),
  id: '01890000-0000-7000-8000-0000000000a1',
  createdAt: Date.UTC(2026, 2, 9),
};
const poll = (over: Partial<PollResult>): PollResult => ({
  ...{ question: '', kind: 'letters', options: [], right: [], anonymous: false, voted: 0, invited: 0, startedAt: null },
  ...{ figures: { counts: [], typed: [] }, answers: [] },
  ...over,
});
const quiz = poll({
  ...{ question: 'Where is the vertex of y = (x − 1)² − 2?', options: ['(−1 | −2)', '(1 | −2)', 'C'], right: [1] },
  ...{ voted: 28, invited: 31, figures: { counts: [3, 24, 1], typed: [] } },
  answers: [
    { name: '=Ada', choices: [1], typed: '', isRight: true },
    { name: 'Ben', choices: [0], typed: '', isRight: false },
  ],
});
const anonymous = { anonymous: true, kind: 'yes-no', options: ['Yes', 'No'] };
const polls = [
  quiz,
  poll({ ...anonymous, voted: 12, invited: 31, figures: { counts: [9, 3], typed: [] } }),
  poll({ ...anonymous, question: 'Was it too fast?', voted: 2, invited: 31, figures: null }),
  poll({
    kind: 'typed',
    question: 'One word for today',
    voted: 2,
    figures: { counts: [], typed: [{ text: 'Waves', count: 2 }] },
  }),
];
const person = {
  userId: null,
  role: 'viewer' as const,
  joinedAt: 0,
  leftAt: 1,
  minutes: 1,
  sittings: 1,
  talkedSeconds: null,
  groups: [],
};
const stay = (group: number, name: string, from: number) => ({ group, name, from, to: from + 600_000 });
const attendance = onCall(meetingsCalls.attendance, () => ({
  items: [
    { ...person, name: 'Ada', rightAnswers: 1, groups: [stay(2, 'Red', 0), stay(1, '', 900_000)] },
    { ...person, name: 'Olga', role: 'moderator' as const, rightAnswers: null },
  ],
  ...{ polls, quizQuestions: 1, keptUntil: null, shownDays: null },
}));
const part = (
  <>
    <Attendance meeting={meeting} />
    <PollResults meeting={meeting} />
  </>
);

test.each(looks)('a past meeting shows its polls and who answered rightly: $locale $scheme $width', async (look) => {
  await mount(part, { look, calls: [attendance] });
  await expect.element(page.getByText('One word for today')).toBeVisible();
  if (look.locale === 'en-US') {
    const [first] = page.getByRole('listitem').filter({ hasText: 'vertex' }).elements();
    expect(first?.textContent).toContain('28 of 31 answered');
    expect(page.getByText('Right answer', { exact: true }).elements()).toHaveLength(1);
    expect(page.getByText('Too few answers to stay anonymous').elements()).toHaveLength(1);
    await expect.element(page.getByText('Poll 2')).toBeVisible();
    expect(
      page
        .getByRole('row')
        .elements()
        .map((row) => row.textContent?.slice(-6)),
    ).toEqual([expect.any(String), '1 of 1', expect.stringMatching(/–$/)]);
  }
  await expectNoViolations();
});

test('the file has a line per person, no names of anonymous polls, and nothing that a spreadsheet would run', async () => {
  const files: Promise<string>[] = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) files.push(blob.text());
    return createObjectURL(blob);
  };
  await mount(part, { calls: [attendance] });
  await page.getByRole('button', { name: 'Download polls as CSV' }).click();
  URL.createObjectURL = createObjectURL;
  expect((await files[0])?.replace('\ufeff', '').split('\r\n')).toEqual([
    'Question,Name,Answer,Number of answers,Right answer',
    "Where is the vertex of y = (x − 1)² − 2?,'=Ada,(1 | −2),1,Yes",
    'Where is the vertex of y = (x − 1)² − 2?,Ben,(−1 | −2),1,No',
    'Poll 2,,Yes,9,',
    'Poll 2,,No,3,',
    'Was it too fast?,,Too few answers to stay anonymous,,',
    '',
  ]);
});

test('a meeting without polls has no panel of them', async () => {
  const none = onCall(meetingsCalls.attendance, () => sampleOf(meetingsCalls.attendance.result, {}));
  await mount(part, { calls: [none] });
  await expect.element(page.getByText('No one attended this meeting.')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('a past meeting shows in which group people were and when', async () => {
  await mount(part, { calls: [attendance] });
  await expect.element(page.getByText('Red, 00:00–00:10')).toBeVisible();
  await expect.element(page.getByText('Group 1, 00:15–00:25')).toBeVisible();
});
