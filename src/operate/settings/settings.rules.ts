/** The tabs of the settings and the permission that each needs; null: everybody has it. */
export const settingsTabs = {
  profile: null,
  language: null,
  appearance: null,
  notifications: null,
  security: null,
  branding: 'account.edit',
  meetings: 'account.edit',
  audit: 'audit.view',
  webhooks: 'webhooks.manage',
  data: null,
  mail: 'platform.manage',
  payment: 'invoices.manage',
  rates: 'invoices.manage',
  access: 'platform.manage',
  limits: 'platform.manage',
  banner: 'platform.manage',
  legal: 'platform.manage',
} as const satisfies Readonly<Record<string, string | null>>;
export type SettingsTabId = keyof typeof settingsTabs;

/** The sections of the texts that stand on each tab, so that a setting is found by its words. */
export const sectionsOf: Readonly<Partial<Record<SettingsTabId, readonly string[]>>> = {
  appearance: ['appearance'],
  notifications: ['notifications'],
  security: ['signingIn', 'password', 'totp', 'recovery', 'passkeys'],
  branding: ['branding'],
  mail: ['mail', 'sender', 'inbound'],
  access: ['access'],
  limits: ['limits'],
  banner: ['banner'],
  legal: ['legal'],
};
