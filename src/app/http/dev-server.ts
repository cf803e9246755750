/** Development: Vite inside our own server, so that a changed screen shows at once, and the renderer is always fresh. */
import type http from 'node:http';
import type https from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { PageRenderer } from './pages.ts';
import type { render } from '#app/render.tsx';

export type AnyHttpServer = http.Server | https.Server;

/** Mounts Vite's own files in front of the routes. */
export async function openDevServer(app: FastifyInstance, door: AnyHttpServer): Promise<PageRenderer> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    // Bundled, the configuration would be written as a new file each time, and the watcher would restart for ever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: door, path: '/__vite' } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  app.addHook('onClose', () => vite.close());
  return {
    render: async () => {
      const loaded = await vite.ssrLoadModule('/src/app/render.tsx');
      // cast: Vite hands out modules without their types
      return loaded['render'] as typeof render;
    },
    broken: (error) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
    },
  };
}
