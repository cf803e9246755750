import { outboxApi, senderQuery } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { auditApi, auditQueriesOf } from '#core/audit/ui/blocks/audit-queries.hook.ts';
import { profileNeeds } from '#core/identity/ui/blocks/own-profile-query.hook.ts';
import { safetyApi, securityQuery } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { identitiesQuery, providersQuery, socialApi } from '#core/identity/ui/blocks/social-api.hook.ts';
import { sessionsApi, sessionsQuery } from '#core/identity/ui/blocks/sessions-query.hook.ts';
import { webhooksNeeds } from '#connect/webhooks/ui/blocks/webhooks-query.hook.ts';
import { sellerNeeds } from '#sales/billing/ui/blocks/seller-queries.hook.ts';
import { applyLinkNeeds } from '#sales/vendors/ui/blocks/apply-link.hook.ts';
import { ownershipNeeds } from '#operate/ownership/ui/blocks/ownership-query.hook.ts';
import { roomDefaultsQuery } from '#meet/rooms/ui/blocks/room-defaults-query.hook.ts';
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import { type Loadable, loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { type SettingsTabId, settingsTabs } from '../settings.rules.ts';
import {
  accountQuery,
  choicesQuery,
  inboundApi,
  inboundQuery,
  legalQuery,
  noticesApi,
  ownAccountApi,
  platformApi,
  platformQuery,
} from './settings-queries.hook.ts';

type NoProps = Record<string, never>;

/** `group`: under which heading its name stands. `may`: who sees it. `needs`: what is asked before it is shown. */
export type SettingsTab = {
  id: string;
  group: 'me' | 'account' | 'platform';
  may: (user: SessionUser | null) => boolean;
  Part: Loadable<NoProps>;
  needs: (context: LoadContext) => readonly Promise<unknown>[];
};
const holding = (tab: SettingsTabId) => (user: SessionUser | null) => {
  const permission = settingsTabs[tab];
  return permission === null || hasScope(user?.scope, permission);
};

/** The tabs in their order. The words of `id` stand under `tabs`. */
export const tabs = [
  {
    id: 'profile',
    group: 'me',
    may: holding('profile'),
    Part: loadable<NoProps>(async () => (await import('#core/identity/ui/blocks/own-profile.part.tsx')).OwnProfile),
    needs: profileNeeds,
  },
  {
    id: 'language',
    group: 'me',
    may: holding('language'),
    Part: loadable<NoProps>(async () => (await import('#core/identity/ui/blocks/own-profile.part.tsx')).OwnRegion),
    needs: profileNeeds,
  },
  {
    id: 'appearance',
    group: 'me',
    may: holding('appearance'),
    Part: loadable<NoProps>(async () => (await import('./appearance.part.tsx')).Appearance),
    needs: () => [],
  },
  {
    id: 'notifications',
    group: 'me',
    may: holding('notifications'),
    Part: loadable<NoProps>(async () => (await import('./notifications.part.tsx')).Notifications),
    needs: ({ api, queries }) => [queries.ensureQueryData(choicesQuery(api(noticesApi).notices))],
  },
  {
    id: 'security',
    group: 'me',
    may: holding('security'),
    Part: loadable<NoProps>(async () => (await import('./security.part.tsx')).Security),
    needs: ({ api, queries }) => [
      queries.ensureQueryData(identitiesQuery(api(socialApi).social)),
      queries.ensureQueryData(providersQuery(api(socialApi).social)),
      queries.ensureQueryData(securityQuery(api(safetyApi).safety)),
      queries.ensureQueryData(sessionsQuery(api(sessionsApi).identity)),
    ],
  },
  {
    id: 'branding',
    group: 'account',
    may: holding('branding'),
    Part: loadable<NoProps>(async () => (await import('./branding.part.tsx')).Branding),
    needs: (context) => [
      context.queries.ensureQueryData(accountQuery(context.api(ownAccountApi).accounts)),
      ...applyLinkNeeds(context),
    ],
  },
  {
    id: 'meetings',
    group: 'account',
    may: holding('meetings'),
    Part: loadable<NoProps>(async () => (await import('#meet/rooms/ui/blocks/room-defaults.part.tsx')).RoomDefaultsForm),
    needs: roomDefaultsQuery.needs,
  },
  {
    id: 'audit',
    group: 'account',
    may: holding('audit'),
    Part: loadable<NoProps>(async () => (await import('#core/audit/ui/blocks/audit-log.part.tsx')).AuditLog),
    needs: ({ api, queries, url }) => {
      const asked = auditQueriesOf(api(auditApi).audit, url.searchParams);
      return [queries.ensureQueryData(asked.list), queries.ensureQueryData(asked.people)];
    },
  },
  {
    id: 'webhooks',
    group: 'account',
    may: holding('webhooks'),
    Part: loadable<NoProps>(async () => (await import('#connect/webhooks/ui/blocks/webhooks.part.tsx')).Webhooks),
    needs: webhooksNeeds,
  },
  {
    id: 'data',
    group: 'account',
    may: holding('data'),
    Part: loadable<NoProps>(async () => (await import('#operate/ownership/ui/blocks/account-data.part.tsx')).AccountData),
    needs: ownershipNeeds,
  },
  {
    id: 'mail',
    group: 'platform',
    may: holding('mail'),
    Part: loadable<NoProps>(async () => (await import('./mail.part.tsx')).Mail),
    needs: ({ api, queries }) => [
      queries.ensureQueryData(platformQuery(api(platformApi).platform)),
      queries.ensureQueryData(senderQuery(api(outboxApi).outbox)),
      queries.ensureQueryData(inboundQuery(api(inboundApi).inbound)),
    ],
  },
  {
    id: 'payment',
    group: 'platform',
    may: holding('payment'),
    Part: loadable<NoProps>(async () => (await import('#sales/terms/ui/blocks/seller-settings.part.tsx')).SellerSettings),
    needs: (context) => [
      ...sellerNeeds(context),
      import('#sales/terms/ui/blocks/seller-settings.part.tsx').then(({ manualNeeds }) => manualNeeds(context)),
    ],
  },
  {
    id: 'rates',
    group: 'platform',
    may: holding('rates'),
    Part: loadable<NoProps>(async () => (await import('#sales/billing/ui/blocks/accounting.part.tsx')).Rates),
    needs: (context) => [
      import('#sales/billing/ui/blocks/accounting.part.tsx').then(({ ratesNeeds }) => Promise.all(ratesNeeds(context))),
    ],
  },
  {
    id: 'access',
    group: 'platform',
    may: holding('access'),
    Part: loadable<NoProps>(async () => (await import('./access.part.tsx')).AccessSettings),
    needs: ({ api, queries }) => [queries.ensureQueryData(platformQuery(api(platformApi).platform))],
  },
  {
    id: 'limits',
    group: 'platform',
    may: holding('limits'),
    Part: loadable<NoProps>(async () => (await import('./limits.part.tsx')).Limits),
    needs: ({ api, queries }) => [queries.ensureQueryData(platformQuery(api(platformApi).platform))],
  },
  {
    id: 'banner',
    group: 'platform',
    may: holding('banner'),
    Part: loadable<NoProps>(async () => (await import('./banner.part.tsx')).BannerSettings),
    needs: ({ api, queries }) => [queries.ensureQueryData(platformQuery(api(platformApi).platform))],
  },
  {
    id: 'legal',
    group: 'platform',
    may: holding('legal'),
    Part: loadable<NoProps>(async () => (await import('./legal.part.tsx')).Legal),
    needs: ({ api, queries, url }) => [queries.ensureQueryData(legalQuery(api(platformApi).platform, url.searchParams))],
  },
] as const satisfies readonly SettingsTab[];

/** The tabs that this person sees. */
export const tabsOf = (user: SessionUser | null) => tabs.filter((tab) => tab.may(user));
/** The tab that the address asks for, as far as the person may see it; else the first. */
export const tabOf = (search: URLSearchParams, user: SessionUser | null) => {
  const mine = tabsOf(user);
  return mine.find((tab) => tab.id === search.get('tab')) ?? tabs[0];
};
