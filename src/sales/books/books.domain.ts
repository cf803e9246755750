import { defineDomain } from '#kit/domain.ts';

export const booksDomain = defineDomain({
  name: 'sales/books',
  server: async () => {
    const [{ booksCalls }, { booksHandlers }, { jobs }] = await Promise.all([
      import('./books.contract.ts'),
      import('./server/books.routes.ts'),
      import('./server/books.jobs.ts'),
    ]);
    return { calls: { books: booksCalls }, handlers: { books: booksHandlers }, jobs };
  },
  sample: () => import('./server/sample/books.sample.ts'),
});
