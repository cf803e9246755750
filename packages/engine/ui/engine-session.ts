import { createContext, useContext } from 'react';
import { createUploads, type SlideUploads } from '#ui/uploads.ts';

/** What parts ask of the engine beside the socket. `base`: where it answers. `fetchOwn`: what only people of the room get. */
export type EngineSession = { base: string; uploads: SlideUploads; fetchOwn(path: string): Promise<Response> };

type SessionParts = { base: string; sessionToken: string };
export const engineSession = ({ base, sessionToken }: SessionParts): EngineSession => ({
  base,
  uploads: createUploads({ base, sessionToken }),
  fetchOwn: (path) => fetch(`${base}${path}`, { headers: { 'x-session-token': sessionToken } }),
});

const Context = createContext<EngineSession>(engineSession({ base: '/engine', sessionToken: '' }));
export const EngineSessionProvider = Context;
export const useEngineSession = (): EngineSession => useContext(Context);
