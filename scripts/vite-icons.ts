/** Puts the product's own shape of an icon in the place of the package's: one element with its drawing inside. */
import path from 'node:path';
import type { Plugin } from 'vite';

const replaced = '/node_modules/@tabler/icons-react/dist/esm/createReactComponent.mjs';

/** @param root of the repository */
export const iconsPlugin = (root: string): Plugin => ({
  name: 'atrium-icons',
  apply: 'build',
  load: (id) =>
    id.endsWith(replaced)
      ? `export { iconOf as default } from ${JSON.stringify(path.join(root, 'src/kit/ui/icon-shape.ts'))};`
      : null,
});
