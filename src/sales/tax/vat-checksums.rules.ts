/**
 * The check digits of the member states' numbers for value added tax, as their tax offices publish them. Each takes the number without its
 * prefix and of the right shape. Numbers of people (Czech, Latvian …), whose check digits tell a birthday, are known by their shape alone.
 */
export type Checksum = (number: string) => boolean;

const digit = (number: string, at: number): number => Number(number[at]);
/** The sum of digits times weights, from the first digit on. */
const weigh = (number: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * digit(number, at), 0);
const last = (number: string): number => digit(number, number.length - 1);

/** Luhn: every second digit from the right doubled, its digits added. */
function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((all, char, at) => {
    const value = Number(char) * (at % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 7064 MOD 11,10. */
function mod1110(number: string): boolean {
  let product = 10;
  for (const char of number.slice(0, -1)) {
    const sum = (Number(char) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === last(number);
}

const austria: Checksum = (number) => {
  const doubled = [...number.slice(1, 8)].reduce((sum, char, at) => {
    const value = Number(char) * (at % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
  return (96 - doubled) % 10 === last(number);
};
const belgium: Checksum = (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
const bulgaria: Checksum = (number) => {
  if (number.length !== 9) return true;
  const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  return (first === 10 ? (weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first) === last(number);
};
const cyprus: Checksum = (number) => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = [...number.slice(0, 8)].reduce(
    (all, char, at) => all + (at % 2 === 0 ? (odd[Number(char)] ?? 0) : Number(char)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === number[8];
};
const czechia: Checksum = (number) =>
  number.length !== 8 || (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(number);
const denmark: Checksum = (number) => weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
const estonia: Checksum = (number) => weigh(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
const finland: Checksum = (number) => {
  const rest = weigh(number, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return rest !== 1 && (11 - rest) % 11 === last(number);
};

const keys = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const france: Checksum = (number) => {
  const siren = number.slice(2);
  // numbers of Monaco begin with 000 and follow no check digit of their own
  if (!siren.startsWith('000') && !luhn(siren)) return false;
  const [one, other] = [keys.indexOf(number.charAt(0)), keys.indexOf(number.charAt(1))];
  if (one < 10 && other < 10) return (12 + 3 * (Number(siren) % 97)) % 97 === Number(number.slice(0, 2));
  const key = one < 10 ? one * 24 + other - 10 : one * 34 + other - 100;
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11;
};
const greece: Checksum = (number) => (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number);
const hungary: Checksum = (number) => weigh(number, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0;
const ireland: Checksum = (number) => {
  const letters = 'WABCDEFGHIJKLMNOPQRSTUV';
  // the older shape has a letter or sign in the second place
  const digits = /^\d{7}/.test(number) ? number.slice(0, 7) : `0${number.slice(2, 7)}${number.charAt(0)}`;
  const second = number.length === 9 ? letters.indexOf(number.charAt(8)) : 0;
  return letters[(weigh(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === number[7];
};
const italy: Checksum = (number) => {
  const office = Number(number.slice(7, 10));
  return ((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)) && luhn(number);
};
const lithuania: Checksum = (number) => {
  const count = number.length - 1;
  const weights = (first: number) => Array.from({ length: count }, (_one, at) => ((at + first - 1) % 9) + 1);
  const sum = weigh(number, weights(1)) % 11;
  return (sum === 10 ? (weigh(number, weights(3)) % 11) % 10 : sum) === last(number);
};
const luxembourg: Checksum = (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6));
const latvia: Checksum = (number) => digit(number, 0) <= 3 || weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
const malta: Checksum = (number) => weigh(number, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0;
const netherlands: Checksum = (number) => {
  if (weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digit(number, 8)) return true;
  // since 2020 people in business have numbers that tell nothing of their citizen's number: ISO 7064 MOD 97-10 over the whole
  const spelled = [...`NL${number}`].map((char) => Number.parseInt(char, 36)).join('');
  return BigInt(spelled) % 97n === 1n;
};
const poland: Checksum = (number) => weigh(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(number);
const portugal: Checksum = (number) => {
  const rest = 11 - (weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (rest > 9 ? 0 : rest) === last(number);
};
const romania: Checksum = (number) =>
  ((weigh(number.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(number);
const sweden: Checksum = (number) => luhn(number.slice(0, 10));
const slovenia: Checksum = (number) => {
  const rest = 11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return rest !== 11 && rest % 10 === last(number);
};
const slovakia: Checksum = (number) => Number(number) % 11 === 0;

const personal = 'TRWAGMYFPDXBNJZSQVHLCKE';
function spain(number: string): boolean {
  const [first, body, end] = [number.charAt(0), number.slice(1, 8), number.charAt(8)];
  if (/^\d/.test(first)) return personal[Number(number.slice(0, 8)) % 23] === end;
  if (/^[XYZ]/.test(first)) return personal[Number(`${'XYZ'.indexOf(first)}${body}`) % 23] === end;
  if (/^[KLM]/.test(first)) return personal[Number(body) % 23] === end;
  const check = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((one) => luhn(`${body}${one}`)) ?? 0;
  const letter = 'JABCDEFGHI'.charAt(check);
  if (/^[ABEH]/.test(first)) return end === String(check);
  return /^[NPQRSW]/.test(first) ? end === letter : end === letter || end === String(check);
}

export const checksums: ReadonlyMap<string, Checksum> = new Map([
  ['AT', austria],
  ['BE', belgium],
  ['BG', bulgaria],
  ['CY', cyprus],
  ['CZ', czechia],
  ['DE', mod1110],
  ['DK', denmark],
  ['EE', estonia],
  ['EL', greece],
  ['ES', spain],
  ['FI', finland],
  ['FR', france],
  ['HR', mod1110],
  ['HU', hungary],
  ['IE', ireland],
  ['IT', italy],
  ['LT', lithuania],
  ['LU', luxembourg],
  ['LV', latvia],
  ['MT', malta],
  ['NL', netherlands],
  ['PL', poland],
  ['PT', portugal],
  ['RO', romania],
  ['SE', sweden],
  ['SI', slovenia],
  ['SK', slovakia],
]);
