/** Opens the media port that is named as argument and tells the parent how it went: run as a child by the tests. */
import { openNative } from './native.ts';

function tryPort(): { port: number } | { error: string } {
  try {
    return { port: openNative({ bindAddress: '127.0.0.1', udpPort: Number(process.argv[2]), log: () => undefined }).port };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.send?.(tryPort(), () => process.exit(0));
