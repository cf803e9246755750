/** Comes before `sharp` in a worker that draws text: a server without fonts would draw boxes. The file names those of the product. */
import { fileURLToPath } from 'node:url';

process.env['FONTCONFIG_FILE'] = fileURLToPath(new URL('./fonts.conf', import.meta.url));
