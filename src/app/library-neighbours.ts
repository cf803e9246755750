/** What the library asks of the domains that come after it. */
import type { LibraryNeighbours } from '#core/files/server/views.service.ts';

export const libraryNeighbours: LibraryNeighbours = {
  // a domain that uses files adds what it keeps of them in tables of its own
  usesOf: async () => new Map(),
};
