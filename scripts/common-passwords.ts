/**
 * `node scripts/common-passwords.ts FILE`: makes the list of common passwords out of a JSON array of strings, of `passwords.json` of the
 * npm package @zxcvbn-ts/language-common for one. What is kept are cut hashes, so nobody reads the words in the product.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { encodePasswords } from '../src/kit/server/passwords/password-list.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Which file? See the first lines of this script.');
const words = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
const bytes = encodePasswords(words);
writeFileSync(resolve(import.meta.dirname, '../src/kit/server/passwords/common-passwords.bin'), bytes);
process.stdout.write(`${words.length} words, ${bytes.length} bytes\n`);
