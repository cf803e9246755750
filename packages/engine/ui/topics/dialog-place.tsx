import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

type OpenDialog = (dialog: (close: () => void) => ReactNode) => void;
const Context = createContext<OpenDialog>(() => undefined);

/** A menu is gone once something in it was pressed; what it opens stands here. */
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
