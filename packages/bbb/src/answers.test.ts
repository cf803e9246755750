import { expect, test } from 'vitest';
import { failed, redirectAnswer, runningAnswer } from '#answers.ts';
import { failures } from '#failure.ts';
import { jsonFailed } from '#recordings/recording-answers.ts';
import { refusalAnswer } from '#recordings/text-tracks.ts';

test('a refusal carries its key beside the text, and nothing else has one', () => {
  expect(failed(failures.meetingNotFound).failureKey).toBe('notFound');
  expect(jsonFailed({ key: 'invalidKind', message: 'no' }).failureKey).toBe('invalidKind');
  expect(refusalAnswer({ name: 'putRecordingTextTrack' }, failures.checksumMismatch).failureKey).toBe('checksumError');
  expect(failed(failures.presentationDisabled).failureKey).toBe('');
  for (const answer of [runningAnswer({ running: false }), redirectAnswer('https://example.org/')])
    expect(answer).not.toHaveProperty('failureKey');
});
