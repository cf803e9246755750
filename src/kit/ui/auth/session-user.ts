import { Failure } from '#kit/errors.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import { authFacts } from '#kit/facts.ts';

/** Permissions by name: a list, or a map of name to yes or no. */
export type SessionScope = readonly string[] | Readonly<Record<string, boolean>>;
export type AccountKind = 'customer' | 'vendor' | 'operator';
/** `pending`: waits for the operator's approval, and may look at nothing yet. */
export type AccountState = 'active' | 'pending' | 'suspended' | 'closed';
export type SessionAccount = { id: string; name: string; kind: AccountKind; role: string; state: AccountState };

/** The signed-in person as the client knows them: what `GET /api/user` answers. */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  scope: SessionScope;
  /** The account that this session acts in, and the others it can switch to. */
  account: SessionAccount | null;
  accounts: readonly SessionAccount[];
  locale: string | null;
  zone: string | null;
  /** Path of the picture, null without one. */
  picture: string | null;
  /** The look that pages of the account wear in place of the product's. */
  brand?: ClientConfig['brand'];
  /** What the account's rules ask for before anything else. */
  needs?: 'second-factor';
  /** Somebody acts in this person's name: who, and until when (epoch ms). */
  acting?: { by: string; ends: number };
};

/** Whether the scope holds a permission. */
export const hasScope = (scope: SessionScope | null | undefined, permission: string): boolean => {
  if (scope === null || scope === undefined) return false;
  if (isList(scope)) return scope.includes(permission);
  return Object.hasOwn(scope, permission) && scope[permission] === true;
};
const isList = (scope: SessionScope): scope is readonly string[] => Array.isArray(scope);

type UnknownFields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const kinds: readonly string[] = ['customer', 'vendor', 'operator'] satisfies AccountKind[];
const states: readonly string[] = ['active', 'pending', 'suspended', 'closed'] satisfies AccountState[];
const isState = (value: unknown): value is AccountState => typeof value === 'string' && states.includes(value);
const isKind = (value: unknown): value is AccountKind => typeof value === 'string' && kinds.includes(value);

function accountOf(value: unknown): SessionAccount | null {
  if (!isObject(value) || typeof value['id'] !== 'string') return null;
  return {
    id: value['id'],
    name: textOr(value['name']) ?? '',
    kind: isKind(value['kind']) ? value['kind'] : 'customer',
    role: textOr(value['role']) ?? '',
    state: isState(value['state']) ? value['state'] : 'active',
  };
}

function scopeOf(value: unknown): SessionScope {
  if (Array.isArray(value)) return value.filter((v): v is string => typeof v === 'string');
  if (!isObject(value)) return [];
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, held === true]));
}

function actingOf(value: unknown): Pick<SessionUser, 'acting'> {
  if (!isObject(value) || typeof value['by'] !== 'string' || typeof value['ends'] !== 'number') return {};
  return { acting: { by: value['by'], ends: value['ends'] } };
}

function brandOf(value: unknown): ClientConfig['brand'] {
  if (!isObject(value)) return null;
  return { name: textOr(value['name']) ?? '', accent: textOr(value['accent']), logo: textOr(value['logo']) };
}

/** The answer of the user call is no user. The message is the specification's; people read `kit.errors.user_unreadable`. */
export class UserUnreadable extends Failure {
  constructor() {
    super('user_unreadable');
    this.message = authFacts.noUserField;
  }
}

/** Reads the answer of the user call: the user itself, or `{ user }`. Throws `UserUnreadable` when it is neither. */
export function readUser(answer: unknown): SessionUser {
  const inner = isObject(answer) && isObject(answer[authFacts.userField]) ? answer[authFacts.userField] : answer;
  if (!isObject(inner) || typeof inner['id'] !== 'string') throw new UserUnreadable();
  const accounts = Array.isArray(inner['accounts']) ? inner['accounts'].map(accountOf).filter((a) => a !== null) : [];
  return {
    id: inner['id'],
    name: textOr(inner['name']) ?? textOr(inner['email']) ?? '',
    email: textOr(inner['email']) ?? '',
    scope: scopeOf(inner[authFacts.scopeField]),
    account: accountOf(inner['account']),
    accounts,
    locale: textOr(inner['locale']),
    zone: textOr(inner['timeZone']),
    picture: textOr(inner['picture']),
    brand: brandOf(inner['brand']),
    ...actingOf(inner['impersonation']),
    ...(inner['needs'] === 'second-factor' ? { needs: 'second-factor' as const } : {}),
  };
}
