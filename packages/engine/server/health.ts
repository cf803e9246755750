import { monitorEventLoopDelay } from 'node:perf_hooks';
import { peopleOf, waitingOf } from '#server/members.ts';
import type { Engine } from '#server/model.ts';

/** The histogram holds the time between two timers, which is this much without any delay. */
const RESOLUTION_MS = 10;

export type EngineHealth = {
  ok: true;
  meetings: number;
  people: number;
  waiting: number;
  sources: number;
  /** Media streams forwarded at this moment. */
  streams: number;
  packetsForwarded: number;
  /** Share of one core since the last question, 0 to 1 and more. */
  cpu: number;
  /** How late timers fire, in milliseconds, since the last question. */
  loopDelayP99: number;
  memoryBytes: number;
  uptimeSeconds: number;
};

/** Watches the process; the answer holds counts only. */
export function healthWatch(engine: Engine): { read(): EngineHealth; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let last = { at: performance.now(), cpu: process.cpuUsage() };
  return {
    read() {
      const used = process.cpuUsage(last.cpu);
      const wallMs = Math.max(1, performance.now() - last.at);
      last = { at: performance.now(), cpu: process.cpuUsage() };
      const loopDelayP99 = Math.max(0, Math.round(delay.percentile(99) / 1e4) / 100 - RESOLUTION_MS);
      delay.reset();
      const meetings = [...engine.meetings.values()];
      const media = engine.media.counts();
      return {
        ok: true,
        meetings: meetings.length,
        people: meetings.reduce((sum, meeting) => sum + peopleOf(meeting).length, 0),
        waiting: meetings.reduce((sum, meeting) => sum + waitingOf(meeting).length, 0),
        sources: media.sources,
        streams: media.streams,
        packetsForwarded: media.forwarded,
        cpu: Math.round(((used.user + used.system) / 1_000 / wallMs) * 1_000) / 1_000,
        loopDelayP99,
        memoryBytes: process.memoryUsage.rss(),
        uptimeSeconds: Math.round(process.uptime()),
      };
    },
    stop: () => delay.disable(),
  };
}
