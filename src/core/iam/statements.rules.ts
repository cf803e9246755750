/** Statements and their patterns, apart from the decision: forms read them without loading it. */
import type { Condition } from './conditions.rules.ts';
import { isAboutThings, isPermission, permissions } from './iam.rules.ts';

export const policyLimits = { statements: 100, actions: 40, resources: 200, resource: 100, ranges: 20 } as const;

export type Statement = {
  id: string;
  effect: 'allow' | 'deny';
  actions: string[];
  resources: string[];
  condition?: Condition | undefined;
};

/** `rooms.edit`, `rooms.*` or `*`. */
export function isActionPattern(text: string, isName: (name: string) => boolean): boolean {
  return text === '*' || /^[a-z][a-z-]*\.\*$/.test(text) || isName(text);
}
/** `*`, `self`, `room/<id>`, `recording/<id>` or `tag/<name>`; what follows `tag/` is not looked at here. */
export function isResourcePattern(text: string, isId: (id: string) => boolean): boolean {
  if (text === '*' || text === 'self') return true;
  if (text.startsWith('tag/')) return true;
  const [kind, id, ...more] = text.split('/');
  return (kind === 'room' || kind === 'recording') && id !== undefined && more.length === 0 && isId(id);
}

export function matchesAction(pattern: string, action: string): boolean {
  if (pattern === '*' || pattern === action) return true;
  return pattern.endsWith('.*') && action.startsWith(pattern.slice(0, -1));
}

/** An id that none of the statements has. */
export function freeId(statements: readonly Statement[]): string {
  const taken = new Set(statements.map((one) => one.id));
  const free = Array.from({ length: statements.length + 1 }, (_, at) => `s${at + 1}`).find((id) => !taken.has(id));
  return free ?? `s${statements.length + 1}`;
}

/** Which things a statement reaches, as its form asks. */
export type StatementScope = 'all' | 'own' | 'some';
/** What is about no single thing counts only where everything is reached. */
export function countsIn(scope: StatementScope, action: string): boolean {
  if (scope === 'all') return true;
  if (isPermission(action)) return isAboutThings(action);
  const names = Object.keys(permissions).filter((name) => matchesAction(action, name));
  return names.length === 0 || names.some(isAboutThings);
}
