/** Decisions about rooms that accounts of one network share with each other. */
export const networkRoles = ['moderator', 'participant'] as const;
export type NetworkRole = (typeof networkRoles)[number];
export const openTo = ['everyone', 'chosen'] as const;
export type OpenTo = (typeof openTo)[number];

export const networkLimits = { partners: 200, offers: 500, chosen: 200, code: 19 } as const;

/** Letters and digits that nobody mixes up, in groups of four. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** A code out of random bytes (16 of them): sixteen letters of 31, some 79 bits. */
export function codeOf(bytes: Uint8Array): string {
  const all = [...bytes.subarray(0, 16)].map((byte) => letters[byte % letters.length] ?? 'a');
  return [0, 4, 8, 12].map((at) => all.slice(at, at + 4).join('')).join('-');
}
/** The code as it is kept, however it was typed; null when it is none. */
export function codeIn(text: string): string | null {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain.length !== 16) return null;
  return [0, 4, 8, 12].map((at) => plain.slice(at, at + 4)).join('-');
}

/** Whether somebody of the account that took a room comes in. */
export const comesIn = (answer: { who: OpenTo; people: readonly string[] }, userId: string): boolean =>
  answer.who === 'everyone' || answer.people.includes(userId);
