/** The months of the sample money are closed, and the books checked. */
import type { SampleWorld } from '#kit/server/sample.ts';
import { checkBooks } from '../check.service.ts';
import { closeMonths } from '../months.service.ts';

export async function fillSample({ ctx }: SampleWorld): Promise<void> {
  await closeMonths(ctx);
  await checkBooks(ctx);
}
