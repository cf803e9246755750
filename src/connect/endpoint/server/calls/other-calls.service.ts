import type { CallHandlers } from '../call-handler.service.ts';
import { hookCalls } from './hooks.service.ts';
import { recordingCalls } from './recordings.service.ts';

/** The calls that share nothing in a process: those about recordings and hooks. */
export const otherCalls: CallHandlers = { ...recordingCalls, ...hookCalls };
