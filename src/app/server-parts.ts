/** What the domains bring to the server: handlers, jobs and listeners, each list readable from top to bottom. */
import type { Listener } from '#kit/server/events.ts';
import type { AnyJob } from '#kit/server/jobs.ts';
import type { Mounted } from '#kit/server/mount.ts';

export const mountedCalls: readonly Mounted[] = [];
export const listeners: readonly Listener[] = [];
export const domainJobs: readonly AnyJob[] = [];
