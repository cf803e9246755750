import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

type OpenDialog = (dialog: (close: () => void) => ReactNode) => void;
const Context = createContext<OpenDialog>(() => undefined);

/** A menu is gone once something in it was pressed, so the dialogs it opens are drawn outside of it. */
export function DialogPlace({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  const open = useMemo<OpenDialog>(() => (make) => setDialog(make(() => setDialog(null))), []);
  return (
    <Context value={open}>
      {children}
      {dialog}
    </Context>
  );
}

export const useOpenDialog = (): OpenDialog => useContext(Context);
