import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where journeys put what they saw. */
export const pictures = join(import.meta.dirname, 'pictures');

/** Before all journeys of a run: what the folder shows afterwards is of this run alone. */
export function setup(): void {
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
}
