type Finder = { role: string; scope: readonly string[]; impersonator?: object | undefined };
type PeopleRule = {
  /** Permissions that the reader needs, all of them. */
  needs: readonly string[];
  /** Whether somebody who acts in the person's name may look, too. */
  acting: 'self' | 'others';
  /** Only people who hold this permission. */
  holding?: string;
  /** Whether the reader is among those who are found. */
  self: 'in' | 'out';
  /** Whether addresses are in the answer: `permitted`, where the reader may see those of the account anyway. */
  addresses: 'shown' | 'permitted' | 'hidden';
  /** Whether groups are offered: who is chosen are those who are in one. */
  groups?: 'offered';
};
const talking = { acting: 'self', self: 'out', addresses: 'hidden' } as const;

/** What people are looked for: each purpose finds those whom it can reach, for those who may do it. */
export const peopleRules = {
  chat: { ...talking, needs: ['chat.use'], groups: 'offered' },
  mail: { ...talking, needs: ['mailbox.use'], holding: 'mailbox.use', groups: 'offered' },
  tasks: { ...talking, needs: ['tasks.use'], holding: 'tasks.use', self: 'in', groups: 'offered' },
  invitation: { needs: ['rooms.edit'], acting: 'others', self: 'out', addresses: 'permitted', groups: 'offered' },
  group: { needs: ['groups.manage'], acting: 'others', self: 'in', addresses: 'hidden' },
  network: { needs: ['network.manage'], acting: 'others', self: 'in', addresses: 'hidden' },
  owner: { needs: [], acting: 'others', self: 'out', addresses: 'shown' },
} as const satisfies Readonly<Record<string, PeopleRule>>;
export type PeoplePurpose = keyof typeof peopleRules;
export const peoplePurposes = [
  'chat',
  'mail',
  'tasks',
  'invitation',
  'group',
  'network',
  'owner',
] as const satisfies PeoplePurpose[];

/** The permission that somebody lacks to look for people; null: they may. */
export function lackedToFindPeople(purpose: PeoplePurpose, { role, scope, impersonator }: Finder): string | null {
  const rule: PeopleRule = peopleRules[purpose];
  if (purpose === 'owner') return role === 'owner' ? null : 'account.own';
  if (rule.acting === 'self' && impersonator !== undefined) return rule.needs[0] ?? '';
  return rule.needs.find((name) => !scope.includes(name)) ?? null;
}

export function seesAddresses(purpose: PeoplePurpose, { scope }: Finder): boolean {
  const { addresses }: PeopleRule = peopleRules[purpose];
  return addresses === 'shown' || (addresses === 'permitted' && scope.includes('iam.view'));
}

export const peopleLimits = { search: 100, found: 50, usual: 20, recent: 8, groups: 5, ofGroup: 100 } as const;

const address = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
export const isAddress = (text: string): boolean => address.test(text);
/** Addresses in a pasted text, each once, in lower case. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;<>()"]+/)
      .map((part) => part.toLowerCase())
      .filter(isAddress),
  ),
];

/** Addresses of a pasted list, and the parts of it that have none. Parts stand apart by lines, semicolons or commas: `Name <a@example.org>`. */
export function pastedAddresses(text: string): { emails: string[]; others: string[] } {
  const isNamedAddress = (piece: string) => piece.includes('<') && addressesIn(piece).length === 1;
  const parts = text
    .replaceAll(/"[^"\n]*"/g, ' ')
    .split(/[\n\r;]+/)
    .flatMap((piece) => (isNamedAddress(piece) ? [piece] : piece.split(',')))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // "Weber, Jonas <jonas@example.org>": what stands before a named address belongs to its name
  const others = parts.filter((part, at) => addressesIn(part).length === 0 && parts[at + 1]?.includes('<') !== true);
  return { emails: [...new Set(parts.flatMap(addressesIn))], others };
}
