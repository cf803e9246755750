import { createContext, useContext } from 'react';

const Context = createContext<() => void>(() => undefined);
export const StripToggleProvider = Context;
/** Shows or hides the strip of faces beside what is large. */
export const useStripToggle = (): (() => void) => useContext(Context);
