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
  /** Whether addresses are in the answer. */
  addresses: 'shown' | 'hidden';
};
const talking = { acting: 'self', self: 'out', addresses: 'hidden' } as const;

/** What people are looked for: each purpose finds those whom it can reach, for those who may do it. */
export const peopleRules = {
  chat: { ...talking, needs: ['chat.use'] },
  mail: { ...talking, needs: ['mailbox.use'], holding: 'mailbox.use' },
  tasks: { ...talking, needs: ['tasks.use'], holding: 'tasks.use', self: 'in' },
  // invitations go by mail, so that colleagues are offered only to those who may see the addresses of the account anyway
  invitation: { needs: ['rooms.edit', 'iam.view'], acting: 'others', self: 'out', addresses: 'shown' },
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

export const peopleLimits = { search: 100, found: 50, usual: 20 } as const;

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
