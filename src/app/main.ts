/** The process: reads the configuration, brings up the database, the engine, the web server and the worker, and says where it is. */
import { keepCompiledCode } from './compile-cache.ts';

const flags = process.argv.slice(2);
const known = ['--demo', '--dev'];
const unknown = flags.filter((flag) => !known.includes(flag));
if (unknown.length > 0) {
  process.stderr.write(`Unknown option ${unknown.join(' ')}. Known are: ${known.join(', ')}\n`);
  process.exit(2);
}
// the reader of our output may go away; without a listener that would end the process
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
keepCompiledCode();
const { start } = await import('./start.ts');
await start({ demo: flags.includes('--demo'), dev: flags.includes('--dev') });
