import { useConfig } from './config.tsx';

/** The name of the vendor whose customers read, else the product's. */
export const useBrandName = (): string => useConfig().brand?.name ?? 'Atrium';
