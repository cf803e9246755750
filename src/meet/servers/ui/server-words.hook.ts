import type { ServerEvent, ServerItem } from '../server-views.contract.ts';
import type { ServersSay } from './servers-text.hook.ts';

/** A code of the server side in words; a key of BBB that we have no words for stays as it is. */
export const reasonWord = (say: ServersSay, code: string): string => say.maybe(`reason.${code}`) ?? code;

/** The host of an address, with the port when it has one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Takes no meetings and is not asked: its figures say nothing. */
export const isSilent = (server: ServerItem): boolean =>
  server.state === 'disabled' || server.state === 'retired' || server.health === 'offline' || server.health === 'unknown';

/** People that meetings which just began still bring, derived from the load they are expected to make. */
export const comingPeople = (server: ServerItem): number => Math.max(0, server.predicted - server.load) / server.multiplier;

/** Whole per cent of the people it may carry; null without a limit. */
export const loadPercent = (server: ServerItem): number | null =>
  server.maxPeople === null ? null : Math.round((server.people / server.maxPeople) * 100);

/** What happened, in words. */
export function eventWord(say: ServersSay, event: ServerEvent): string {
  const word = (value: string | null) =>
    value === null ? '–' : (say.maybe(`state.${value}`) ?? say.maybe(`health.${value}`) ?? value);
  return say(`event.${event.kind}`, { was: word(event.was), became: word(event.became) });
}
