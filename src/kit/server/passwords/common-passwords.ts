/** The common passwords that are shipped, the file of which `scripts/common-passwords.ts` makes. Read from the disk once. */
import { readFileSync } from 'node:fs';
import { type PasswordList, passwordList } from './password-list.ts';

export const commonPasswordList: PasswordList = passwordList(readFileSync(new URL('common-passwords.bin', import.meta.url)));
