/** The plugins that the pages are made with; `vite.config.ts` and the component tests take the same ones. */
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { contractsPlugin } from './vite-contracts.ts';
import { screensPlugin } from './vite-screens.ts';
import { textPlugin } from './vite-text.ts';

export const pagePlugins = (root: string): PluginOption[] => [contractsPlugin(), screensPlugin(), textPlugin(root), react()];
