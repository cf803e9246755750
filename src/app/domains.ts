/**
 * The architecture in one list: each domain may import only from those named before it.
 * News travels back as events. `<wing>/<domain>` is also the folder below `src/`.
 */
export const domains = [
  // core: who and what everything stands on
  'core/audit',
  'core/accounts',
  'core/platform',
  'core/outbox',
  'core/identity',
  'core/iam',
  // meet: the product's heart
  'meet/servers',
  'meet/rooms',
  'meet/network',
  'meet/meetings',
  'meet/recordings',
  'meet/usage',
  // sales: who brings in customers, what they buy and how they pay
  'sales/vendors',
  'sales/tax',
  'sales/providers',
  'sales/documents',
  'sales/exchange',
  'sales/plans',
  'sales/overflow',
  'sales/billing',
  'sales/terms',
  'sales/resale',
  'sales/bank',
  'sales/payments',
  'sales/books',
  // connect: what other programs talk to
  'connect/webhooks',
  'connect/rest',
  'connect/endpoint',
  'connect/plugins',
  // publish
  'publish/pages',
  // operate
  'operate/ownership',
  'operate/admin',
  'operate/settings',
  'operate/dashboard',
] as const;

export type Domain = (typeof domains)[number];
