/** Who may do what with an account as a whole, and what becomes of each table when it is exported and erased. */

export const ownershipLimits = {
  /** Days in which an offer of ownership can be accepted. */
  offerDays: 14,
  /** Days for which a finished export can be loaded. */
  exportDays: 7,
  /** Exports of an account, in this many seconds. */
  exports: { max: 3, windowSeconds: 3_600 },
  /** Seconds for which the address of a finished export works. */
  linkSeconds: 300,
  /** Milliseconds without a sign of life after which somebody else goes on with an export. */
  exportSilence: 120_000,
  exportTries: 4,
  /** Days for which servers are asked to delete recordings before an account is erased without their answer. */
  serverDays: 14,
} as const;

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'gone'] as const;
export type ExportState = (typeof exportStates)[number];
type ExportPart = { done: number; all: number };
/** How far an export is, of a hundred: lists count as many, files of recordings by their bytes, which are most of the work. */
export function exportProgress({ lists, bytes }: { lists: ExportPart; bytes: ExportPart }): number {
  const share = bytes.all === 0 ? 99 : 10;
  const whole = (share * lists.done) / Math.max(1, lists.all) + ((99 - share) * bytes.done) / Math.max(1, bytes.all);
  return Math.min(99, Math.floor(whole));
}

export const offerStates = ['offered', 'accepted', 'declined', 'withdrawn', 'ended'] as const;
export const closingStates = ['waiting', 'undone', 'erasing', 'erased'] as const;

/** Ownership is handed over and an account is closed by its owner alone, whatever permissions others were given. */
export const isOwner = (role: string): boolean => role === 'owner';
/** The installation cannot do without its operator's account. */
export const mayClose = (account: { kind: string }): boolean => account.kind !== 'operator';

/** `rows`: in the export as they are, but for sealed and hashed values; any other text says why they are left out. */
export type TableFate = {
  export: 'rows' | 'session' | 'queue' | 'counter' | 'staff' | 'person';
  /** `keep`: what the law or safety wants kept, with ids alone; `last`: people's places, and what the database counts itself while the rest goes. */
  erase: 'delete' | 'keep' | 'last';
  /** Further columns that name the account in rows of another one. */
  also?: readonly string[];
};
const rows: TableFate = { export: 'rows', erase: 'delete' };
/** What was sold, asked for and paid stays until the time for which the law wants it kept is over (GDPR, article 17 (3) (b)). */
const books: TableFate = { export: 'rows', erase: 'keep' };

/** Every table with an account; a test compares it with the database. */
export const tableFates: Readonly<Record<string, TableFate>> = {
  access_keys: rows,
  account_closings: { export: 'rows', erase: 'keep' },
  account_exports: rows,
  account_notes: { export: 'staff', erase: 'delete', also: ['about_id'] },
  account_placement: { export: 'staff', erase: 'delete' },
  account_policies: rows,
  account_use: { export: 'counter', erase: 'last' },
  analytics_due: { export: 'queue', erase: 'delete' },
  analytics_hours: { export: 'counter', erase: 'delete' },
  analytics_rollups: { export: 'counter', erase: 'delete' },
  analytics_views: rows,
  attendances: rows,
  audit_entries: { export: 'rows', erase: 'keep' },
  balance_entries: books,
  billing_events: books,
  billing_profiles: rows,
  billing_quotes: rows,
  billing_sellers: rows,
  billing_terms: { export: 'staff', erase: 'delete', also: ['seller_id'] },
  calendar_feeds: rows,
  card_setups: rows,
  chat_connections: { export: 'session', erase: 'delete' },
  chat_conversations: rows,
  chat_edits: rows,
  chat_members: rows,
  chat_messages: rows,
  chat_policies: rows,
  chat_preferences: rows,
  chat_reactions: rows,
  commissions: { ...books, also: ['customer_id'] },
  data_ends: { export: 'rows', erase: 'keep' },
  data_holds: { export: 'staff', erase: 'delete' },
  deliveries: rows,
  disputes: books,
  endpoint_calls: rows,
  endpoint_hooks: rows,
  endpoint_secrets: rows,
  endpoints: rows,
  events: { export: 'queue', erase: 'delete' },
  iam_group_members: rows,
  iam_group_sets: rows,
  iam_groups: rows,
  iam_invitations: rows,
  iam_member_sets: rows,
  iam_sets: rows,
  iam_uses: rows,
  iam_versions: { export: 'counter', erase: 'last' },
  invoices: books,
  invoice_objections: books,
  journal_entries: { export: 'queue', erase: 'keep' },
  library_files: rows,
  library_folders: rows,
  library_versions: rows,
  limit_marks: { export: 'counter', erase: 'delete' },
  lti_keys: rows,
  lti_launches: rows,
  lti_links: rows,
  lti_logins: { export: 'session', erase: 'delete' },
  lti_nonces: { export: 'session', erase: 'delete' },
  lti_members: rows,
  lti_people: rows,
  lti_platforms: rows,
  lti_registrations: rows,
  lti_rooms: rows,
  lti_tools: rows,
  lti_visits: { export: 'session', erase: 'delete' },
  mailbox_items: { export: 'person', erase: 'delete' },
  mailbox_labels: { export: 'person', erase: 'delete' },
  meeting_polls: rows,
  meeting_presentations: { export: 'queue', erase: 'delete' },
  meetings: rows,
  memberships: { export: 'rows', erase: 'last' },
  minute_charges: books,
  network_answers: { ...rows, also: ['from_account_id'] },
  network_codes: rows,
  network_offers: { ...rows, also: ['to_account_id'] },
  network_partners: { ...rows, also: ['partner_id'] },
  notice_choices: rows,
  notices: rows,
  outbox_mails: rows,
  ownership_offers: rows,
  payment_methods: rows,
  payments: books,
  people_counts: { export: 'counter', erase: 'last' },
  people_over: { export: 'counter', erase: 'delete' },
  people_words: { export: 'counter', erase: 'delete' },
  period_exports: rows,
  place_decisions: books,
  place_proofs: books,
  plan_overflow_stays: rows,
  plan_overflows: rows,
  provider_customers: rows,
  recording_captions: rows,
  recording_counts: { export: 'counter', erase: 'last' },
  recording_links: rows,
  recording_rules: rows,
  recordings: rows,
  refunds: books,
  resale_charges: books,
  resale_floors: books,
  resale_series: { export: 'counter', erase: 'keep' },
  resale_statements: books,
  resale_versions: books,
  resale_waits: { export: 'queue', erase: 'delete' },
  room_defaults: rows,
  room_groups: rows,
  room_polls: rows,
  room_presentations: rows,
  room_shares: rows,
  room_transfers: rows,
  rooms: rows,
  scheduled_dates: { export: 'queue', erase: 'delete' },
  scheduled_exceptions: rows,
  scheduled_invitees: rows,
  scheduled_meetings: rows,
  sessions: { export: 'session', erase: 'delete' },
  subscriptions: books,
  task_activity: rows,
  task_boards: rows,
  task_cards: rows,
  task_comments: rows,
  task_lists: rows,
  task_members: rows,
  templates: rows,
  ticket_canned: rows,
  ticket_hours: rows,
  ticket_messages: rows,
  ticket_notes: { export: 'staff', erase: 'delete' },
  ticket_numbers: { export: 'counter', erase: 'delete' },
  ticket_seen: rows,
  ticket_steps: { export: 'staff', erase: 'delete' },
  ticket_unknown_mails: { export: 'staff', erase: 'delete' },
  ticket_views: rows,
  tickets: rows,
  uploads: { export: 'queue', erase: 'delete' },
  usage_adjustments: rows,
  usage_days: rows,
  usage_due: { export: 'queue', erase: 'delete' },
  usage_intervals: rows,
  usage_periods: rows,
  vendor_brands: rows,
  vendor_terms: rows,
  vendors: rows,
  webhooks: rows,
};

/** Columns that never leave: what is sealed, hashed, opens a door, or is of those who answer. */
export const isHiddenColumn = (name: string): boolean =>
  /sealed|hash|secret$|token|salt|body_(text|html|calendar)$|^staff_/.test(name);

/** Folders of the file store that belong to one account, without its id. Recordings lie in folders of their own. */
export const accountFolders = ['exports', 'incoming', 'library', 'logos', 'period-exports', 'proofs'] as const;
