import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { loadable } from '#kit/ui/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { auditApi, auditQueriesOf } from '#core/audit/ui/blocks/audit-queries.hook.ts';
import { safetyApi, securityQuery } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { sessionsApi, sessionsQuery } from '#core/identity/ui/blocks/sessions-query.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const Security = loadable(async () => (await import('./security.part.tsx')).Security);
const AuditLog = loadable(async () => (await import('#core/audit/ui/blocks/audit-log.part.tsx')).AuditLog);

type Tab = 'security' | 'audit';
/** The tab that the address asks for, as far as the person may see it. */
const tabOf = (search: URLSearchParams, scope: Parameters<typeof hasScope>[0]): Tab =>
  search.get('tab') === 'audit' && hasScope(scope, 'audit.view') ? 'audit' : 'security';

export const load = async ({ api, queries, url, user }: LoadContext) => {
  if (tabOf(url.searchParams, user?.scope) === 'audit') {
    const asked = auditQueriesOf(api(auditApi).audit, url.searchParams);
    await Promise.all([AuditLog.preload(), queries.ensureQueryData(asked.list), queries.ensureQueryData(asked.people)]);
  } else {
    await Promise.all([
      Security.preload(),
      queries.ensureQueryData(securityQuery(api(safetyApi).safety)),
      queries.ensureQueryData(sessionsQuery(api(sessionsApi).identity)),
    ]);
  }
  return null;
};

/** Each tab's values belong to a domain; this screen only brings them together. */
export function Screen() {
  const say = settingsText();
  const { user, can } = useAuth();
  const [search, setSearch] = useSearchParams();
  const mayAudit = can('audit.view');
  const tab = tabOf(search, user?.scope);
  const show = (to: string | null) => setSearch(to === 'audit' ? { tab: to } : {}, { preventScrollReset: true });
  return (
    <>
      <PageHead title={say('page.title')} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List aria-label={say('page.title')} className={s.tabs ?? ''}>
          <Tabs.Tab value="security">{say('tabs.security')}</Tabs.Tab>
          {mayAudit && <Tabs.Tab value="audit">{say('tabs.audit')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="security">
          <Suspense>
            <Security />
          </Suspense>
        </Tabs.Panel>
        {mayAudit && (
          <Tabs.Panel value="audit">
            <Suspense>
              <AuditLog />
            </Suspense>
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
