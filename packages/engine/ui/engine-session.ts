import { createContext, useContext } from 'react';
import { createUploads, type Uploads } from '#ui/uploads.ts';

/** What parts ask of the engine beside the socket. `base`: where it answers. */
type EngineSession = { base: string; uploads: Uploads };
const Context = createContext<EngineSession>({ base: '/engine', uploads: createUploads({ base: '/engine', sessionToken: '' }) });
export const EngineSessionProvider = Context;
export const useEngineSession = (): EngineSession => useContext(Context);
