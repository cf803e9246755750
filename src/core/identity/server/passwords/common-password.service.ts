/** Whether a password is one of those that everybody tries first (ASVS 5.0 6.2.4), or one of them with the usual additions. */
import { commonPasswordList } from '#kit/server/passwords/common-passwords.ts';

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const spelledOut = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
const reversed = (text: string) => [...text].reverse().join('');

/** Without what is put before or behind to satisfy rules: a year, or up to two digits and marks. */
function bare(text: string): string[] {
  const ends = [/(19|20)\d\d[^\p{L}\d]?$/u, /[^\p{L}]{1,2}$/u].map((end) => text.replace(end, ''));
  return [text, ...ends].flatMap((one) => [one, one.replace(/^[^\p{L}]{1,2}/u, '')]);
}

function once(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

/** True for a password of the list, and for one of them doubled, reversed, with signs for letters, capitals, or a little before or behind. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return [plain, reversed(plain)]
    .flatMap((text) => [text, once(text)])
    .flatMap(bare)
    .flatMap((text) => [text, spelledOut(text)])
    .some((text) => commonPasswordList.has(text));
}
