/** Whether a meeting that should be recorded is: the account's limits decide at its start, and its host gets a note about a refusal. */
import type { Ctx } from '#kit/server/ctx.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { type Entitlements, recordingWith } from '#core/accounts/accounts.rules.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { findAccount, recordedBytes } from '#core/accounts/server/accounts.service.ts';
import * as meetings from './meetings.queries.ts';

/** `no`: nobody wanted it; `plan` and `full`: wanted, and refused. */
export type RecordingChoice = 'yes' | 'no' | 'plan' | 'full';

/** Across accounts, since guests and programs start meetings too. */
export async function recordingFor(
  ctx: Ctx,
  wish: { accountId: string; plan: Entitlements; record: boolean },
): Promise<RecordingChoice> {
  if (!wish.record) return 'no';
  if (!(await platformNow(ctx)).features.recordings) return 'plan';
  return recordingWith(wish.plan, wish.plan.recordingGb === null ? 0 : await recordedBytes(ctx.system.read, wish.accountId));
}

const folder = new URL('../text/', import.meta.url);

/** What moderators read in the meeting, in the account's language; null when it is recorded, or nobody wanted that. */
export async function refusedRecordingNote(ctx: Ctx, accountId: string, recording: RecordingChoice): Promise<string | null> {
  if (recording !== 'plan' && recording !== 'full') return null;
  const account = await findAccount(ctx.system.read, accountId);
  const found = await wordsFrom(folder, { locale: account?.locale ?? 'en-US', keys: [`notRecorded.${recording}`] });
  return found?.words[0] ?? null;
}

/** What is recorded of the meetings of a room is erased from now on, also what their servers are still making. */
export const eraseRecordingsOfRoom = meetings.setErasesRecordings;
/** Whether recordings of that meeting are erased; held until the end of the transaction, so that a room deleted meanwhile finds the new recording. */
export const lockErasesRecordings = meetings.lockErasesRecordings;
