import { defineDomain } from '#kit/domain.ts';

export const auditDomain = defineDomain({
  name: 'core/audit',
  server: async () => {
    const [{ auditCalls }, { jobs }] = await Promise.all([import('./audit.contract.ts'), import('./server/audit.jobs.ts')]);
    return { calls: { audit: auditCalls }, jobs };
  },
});
