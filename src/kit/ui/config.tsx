import { createContext, type ReactNode, useContext } from 'react';
import { type ClientConfig, emptyConfig } from '#kit/client-config.ts';

const ConfigContext = createContext<ClientConfig>(emptyConfig);
export function ConfigProvider({ config, children }: { config: ClientConfig; children: ReactNode }) {
  return <ConfigContext value={config}>{children}</ConfigContext>;
}
export const useConfig = (): ClientConfig => useContext(ConfigContext);
