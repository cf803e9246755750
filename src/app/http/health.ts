/** `/healthz` (the process lives), `/readyz` (it can serve) and `/metrics` (for the operator, with a token). */
import fs from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { officeHint } from '@atrium/pages/office';
import { localFolder } from '#kit/server/files/files.ts';
import { sameText } from '#kit/server/secrets.ts';
import type { AppParts } from '#app/context.ts';
import { ffmpegPath } from '#app/engine.ts';

/** How many of our engines can be reached now. */
export type EnginesUp = () => number;

const readyWithin = 2_000;
/** Bytes that must be free on each disk that we write to. */
const leastFree = 64 * 1024 * 1024;
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

function metricsOf({ config }: AppParts, enginesUp: EnginesUp) {
  const registry = new Registry();
  // these watch the process all the time, a hundred times a second
  if (config.metricsToken !== null) collectDefaultMetrics({ register: registry, prefix: 'atrium_' });
  const requests = new Histogram({
    name: 'atrium_http_request_seconds',
    help: 'Time to answer by call, method and status class',
    labelNames: ['call', 'method', 'status'],
    buckets,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'atrium_http_failures_total',
    help: 'Answers with status 500 and above',
    registers: [registry],
  });
  new Gauge({
    name: 'atrium_engine_up',
    help: 'How many embedded meeting engines are up',
    registers: [registry],
    collect() {
      this.set(enginesUp());
    },
  });
  return { registry, requests, failures };
}

/** False when the disk of the data folder, or of the folder of files, is as good as full: reads would still work, and every save fail. */
async function hasSpace({ config }: AppParts): Promise<boolean> {
  const folders = [config.dataDir, localFolder(config)].filter((one) => one !== null && fs.existsSync(one));
  const free = await Promise.all(
    folders.map(async (folder) => {
      const disk = await fs.promises.statfs(folder ?? '');
      return disk.bavail * disk.bsize;
    }),
  );
  return free.every((bytes) => bytes > leastFree);
}

/** What the operator may want to know of a process that serves all the same. */
export async function hintsOf({ config }: Pick<AppParts, 'config'>, ffmpeg = ffmpegPath): Promise<string[]> {
  const isSilent = config.engine === 'on' && !fs.existsSync(ffmpeg);
  const office = await officeHint({ program: config.libreOffice, network: config.libreOfficeNetwork });
  return [
    ...(isSilent ? [`no ffmpeg at ${ffmpeg}: recordings get no video file and no picture`] : []),
    ...(office === null ? [] : [office]),
  ];
}

/** Registers the three addresses and the measuring of every request. */
export function mountHealth(app: FastifyInstance, parts: AppParts, enginesUp: EnginesUp): void {
  const metrics = metricsOf(parts, enginesUp);
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'page';
    metrics.requests.observe(
      { call, method: request.method, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) metrics.failures.inc();
  });
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const [database, disk, hints] = await Promise.all([parts.databases.alive(readyWithin), hasSpace(parts), hintsOf(parts)]);
    const ready = database && disk;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        database: database ? 'ok' : 'away',
        disk: disk ? 'ok' : 'full',
        ...(hints.length === 0 ? {} : { hints }),
      });
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const token = parts.config.metricsToken;
    // without a token configured, and with a wrong one, there is nothing here
    if (token === null || !sameText(request.headers.authorization ?? '', `Bearer ${token}`)) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
