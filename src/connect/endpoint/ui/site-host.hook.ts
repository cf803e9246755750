import type { EndpointView } from './endpoint-data.hook.ts';

/** Where an own name has to point: the host of this page, unless the page itself was reached under the own name. */
export function siteHost(endpoint: Pick<EndpointView, 'url' | 'host'>): string {
  const { hostname } = new URL(endpoint.url);
  if (hostname !== endpoint.host?.name || typeof window === 'undefined') return hostname;
  return window.location.hostname;
}
