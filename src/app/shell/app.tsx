import type { ReactNode } from 'react';
import { LastResort } from './document/last-resort.tsx';
import type { PageContext } from './page-context.ts';
import { PageProvider } from './page.tsx';
import { Providers } from './providers.tsx';
import { Root } from './root.tsx';
import { routesOf } from './routing/route-table.ts';
import { rows } from '../routes.tsx';

/** The same on the server and in the browser. */
export const routes = routesOf(rows, { element: <Root />, errorElement: <LastResort /> });

export function App({ page, children }: { page: PageContext; children: ReactNode }) {
  return (
    <PageProvider page={page}>
      <Providers page={page}>{children}</Providers>
    </PageProvider>
  );
}
