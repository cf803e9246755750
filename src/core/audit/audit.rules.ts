/** Kinds of values that an entry may carry: ids, names of fields and numbers, never what people wrote and never a secret. */
export type AuditData = Record<string, string | number | boolean | null>;

/** Days for which entries are kept. */
export const AUDIT_DAYS = 730;

/** Words of fields whose values must never stand in an entry. */
const secretNames = /password|token|secret|code|cookie|hash/i;
/** The names in `data` that look like a secret; an entry with one is a mistake of the writer. */
export const secretFields = (data: AuditData): string[] => Object.keys(data).filter((name) => secretNames.test(name));

/** Entries in one page of an export. */
export const EXPORT_PAGE = 1000;

/** The domains whose deeds are written down: the part of an action before the dot. */
export const actionGroups = [
  'identity',
  'accounts',
  'iam',
  'rooms',
  'meetings',
  'recordings',
  'library',
  'endpoint',
  'deliveries',
  'webhooks',
  'lti',
  'ownership',
  'servers',
  'vendors',
  'plans',
  'billing',
  'network',
  'schedule',
  'outbox',
  'platform',
  'audit',
  'bank',
  'resale',
  'exchange',
  'blog',
  'newsletter',
  'templates',
  'tickets',
  'chat',
  'tasks',
  'analytics',
] as const;
export type ActionGroup = (typeof actionGroups)[number];
