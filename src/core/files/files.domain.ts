import { defineDomain } from '#kit/domain.ts';
import type { libraryCalls } from './files.contract.ts';

export const filesDomain = defineDomain<{ library: typeof libraryCalls }>({
  name: 'core/files',
  // the handlers need later domains: `app/assembly.ts` gives them
  server: async () => {
    const [{ libraryCalls }, { jobs }] = await Promise.all([import('./files.contract.ts'), import('./server/files.jobs.ts')]);
    return { calls: { library: libraryCalls }, jobs };
  },
  http: [() => import('./server/library-files.http.ts')],
  search: () => import('./server/files.search.ts'),
  sample: () => import('./server/sample/files.sample.ts'),
  screens: [
    {
      name: 'library',
      path: '/library',
      title: 'files.list.title',
      access: 'library.view',
    },
    {
      name: 'library-file',
      path: '/library/files/{id}',
      access: 'library.view',
    },
    {
      name: 'library-bin',
      path: '/library/bin',
      title: 'files.list.bin',
      access: 'library.edit',
      screen: () => import('./ui/library-bin.screen.tsx'),
    },
  ],
  navigation: [
    { path: '/library', word: 'library', icon: 'books', group: 'meet', place: 50, tabs: ['/library', '/library/bin'] },
  ],
});
