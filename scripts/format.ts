// `npm run format [path…]`: puts the layout of all files right.
import { resolve } from 'node:path';
import { runTool } from './tool.ts';

const paths = process.argv.slice(2);
const { code, output } = await runTool('biome', ['format', '--write', ...(paths.length > 0 ? paths : ['.'])], {
  root: resolve(import.meta.dirname, '..'),
});
console.log(output.trim());
process.exitCode = code;
