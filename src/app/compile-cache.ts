import fs from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { configTable } from '#kit/server/config/config-table.ts';
import { environment } from '#kit/server/config/config.ts';

/**
 * Node keeps compiled code in DATA_DIR/cache, because a start spends most of its time loading modules. Called before anything large
 * is imported. A folder that cannot be written is reported later by the start itself.
 */
export function keepCompiledCode(): void {
  const dataDir = configTable.dataDir.read(environment()['DATA_DIR']?.trim() || undefined);
  try {
    // the mode of the database's folder: as root it runs as another user, who must be able to pass through
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    const folder = path.join(dataDir, 'cache');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {}
}
