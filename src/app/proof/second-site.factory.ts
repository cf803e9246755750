/** A second web process of an installation: nothing but the database and the store is common to both. */
import { onTestFinished } from 'vitest';
import { createWeb } from '#app/web.ts';
import type { World } from './testing.ts';

/** Its address; it is closed when the test ends. */
export async function openSecondSite(world: World): Promise<string> {
  const app = await createWeb(world.parts, {});
  onTestFinished(async () => void (await app.close()));
  return app.listen({ host: '127.0.0.1', port: 0 });
}
