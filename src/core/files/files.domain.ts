import { defineDomain } from '#kit/domain.ts';
import type { libraryCalls } from './files.contract.ts';

export const filesDomain = defineDomain<{ library: typeof libraryCalls }>({
  name: 'core/files',
  // the handlers need later domains: `app/assembly.ts` gives them
  server: async () => {
    const [{ libraryCalls }, { jobs }] = await Promise.all([import('./files.contract.ts'), import('./server/files.jobs.ts')]);
    return { calls: { library: libraryCalls }, jobs };
  },
});
