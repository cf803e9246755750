import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import { programOf } from '../programs.rules.ts';
import { clientsQuery, endpointQuery, pluginsApi } from './plugins-data.hook.ts';
import { PluginsGrid } from './plugins-grid.part.tsx';

const Guide = loadable(async () => (await import('./guide.part.tsx')).Guide);

/** Which guide is open stands in the address, so that it can be sent and survives loading the page again. */
export const programParam = 'program';

export function Screen() {
  const [search] = useSearchParams();
  const program = programOf(search.get(programParam));
  if (program === null) return <PluginsGrid />;
  return (
    <Suspense>
      <Guide key={program.id} program={program} />
    </Suspense>
  );
}

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(pluginsApi);
  await Promise.all([
    queries.ensureQueryData(endpointQuery(client)),
    queries.ensureQueryData(clientsQuery(client)),
    programOf(url.searchParams.get(programParam)) === null ? null : Guide.preload(),
  ]);
  return null;
};
