/** A start spends most of its time on loading modules; two things make that shorter from the second start on. */
import fs from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { configTable } from '#kit/server/config/config-table.ts';
import { environment } from '#kit/server/config/config.ts';

/** Node keeps what it compiled in DATA_DIR/cache. Where that cannot be written nothing is kept, and the start tells why by itself. */
function keepCompiled(): void {
  const dataDir = configTable.dataDir.read(environment()['DATA_DIR']?.trim() || undefined);
  try {
    // the mode of the database's folder: as root it runs as another user, who must be able to pass through
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const folder = path.join(dataDir, 'cache');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {}
}

/**
 * A name that one of our files imports means the same for all of them. Node looks it up for each file anew and reads the exports of
 * the package each time, which are 180 kB of JSON for drizzle-orm and 150 files that import it.
 */
function rememberNames(): void {
  const root = new URL('../../', import.meta.url).href;
  const known = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & {}>>();
  registerHooks({
    resolve: (name, context, next) => {
      const from = context.parentURL ?? '';
      if (/^[./]|^\w+:/.test(name) || !from.startsWith(root) || from.includes('/node_modules/')) return next(name, context);
      const found = known.get(name) ?? { ...next(name, context), shortCircuit: true };
      known.set(name, found);
      return found;
    },
  });
}

/** Called before anything large is imported. */
export function quickenModules(): void {
  keepCompiled();
  rememberNames();
}
