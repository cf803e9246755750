import type { Client } from '#kit/contract.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { accountsCalls } from '#core/accounts/accounts.contract.ts';
import { inboundCalls } from '#core/inbound/inbound.contract.ts';
import { noticesCalls } from '#core/outbox/outbox.contract.ts';
import { platformCalls } from '#core/platform/platform.contract.ts';
import { type LegalKind, legalKinds } from '#core/platform/platform.rules.ts';

export const ownAccountApi = { accounts: accountsCalls };
export const noticesApi = { notices: noticesCalls };
export const platformApi = { platform: platformCalls };

export const inboundApi = { inbound: inboundCalls };

export const accountQuery = (api: Client<typeof ownAccountApi>['accounts']) =>
  callQuery({ area: 'user', name: 'accounts.get', call: () => api.get(), input: null });
export const choicesQuery = (api: Client<typeof noticesApi>['notices']) =>
  callQuery({ area: 'user', name: 'notices.choices', call: () => api.choices(), input: null });

type PlatformClient = Client<typeof platformApi>['platform'];
export const platformQuery = (api: PlatformClient) =>
  callQuery({ area: 'admin', name: 'platform.get', call: () => api.get(), input: null });

export const inboundQuery = (api: Client<typeof inboundApi>['inbound']) =>
  callQuery({ area: 'admin', name: 'inbound.status', call: () => api.status(), input: null });

/** The legal page that the address asks for. */
export const legalKindOf = (search: URLSearchParams): LegalKind =>
  legalKinds.find((kind) => kind === search.get('page')) ?? 'terms';
export const legalQuery = (api: PlatformClient, search: URLSearchParams) =>
  callQuery({ area: 'admin', name: 'platform.legal', call: api.legalTexts, input: { params: { kind: legalKindOf(search) } } });
