/**
 * The reference rates of the European Central Bank, as it publishes them each working day towards 16:00 in Frankfurt. A file is taken whole or not at
 * all: what does not look as the bank has always written it is no rate.
 */
import { readXml, type XmlNode } from '@atrium/bbb/xml';
import { isCurrency } from '#kit/money.ts';
import { outbound, OutboundRefused, type OutboundReach, textOf } from '#kit/server/http/outbound.ts';
import type { EcbTrouble } from '../exchange.contract.ts';
import { PIVOT, readRate } from '../exchange.rules.ts';
import { isDay } from '../rate-list.rules.ts';

/** `baseUrl` without a slash at its end; the public one is https://www.ecb.europa.eu/stats/eurofxref. */
export type RateService = { baseUrl: string; reach: OutboundReach; timeoutMs?: number };
/** The last day, or the last ninety. */
export type RateFile = 'daily' | 'hist-90d';
export type PublishedRate = { day: string; currency: string; rate: bigint };

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
const cubes = (node: XmlNode): XmlNode[] => node.children.filter((one) => bare(one.name) === 'Cube');
const DAYS_MAX = 100;

function dayFrom(cube: XmlNode, today: string): PublishedRate[] | null {
  const day = cube.attributes.get('time') ?? '';
  if (!isDay(day) || day > today) return null;
  const rates: PublishedRate[] = [];
  for (const one of cubes(cube)) {
    const currency = one.attributes.get('currency') ?? '';
    const rate = readRate(one.attributes.get('rate') ?? '');
    if (!/^[A-Z]{3}$/.test(currency) || rate === null) return null;
    // one that we do not know cannot be sold in
    if (isCurrency(currency) && currency !== PIVOT) rates.push({ day, currency, rate });
  }
  return rates.length === 0 || new Set(rates.map((one) => one.currency)).size !== rates.length ? null : rates;
}
/** What a file says; null where anything in it is not as it should be. `today`: no rate is of a later day. */
export function readRates(text: string, today: string): PublishedRate[] | null {
  let root: XmlNode;
  try {
    root = readXml(text);
  } catch {
    return null;
  }
  const [whole] = bare(root.name) === 'Envelope' ? cubes(root) : [];
  const days = whole === undefined ? [] : cubes(whole).map((one) => dayFrom(one, today));
  if (days.length === 0 || days.length > DAYS_MAX) return null;
  const read = days.flatMap((one) => one ?? []);
  const named = days.map((one) => one?.[0]?.day);
  return named.includes(undefined) || new Set(named).size !== named.length ? null : read;
}

export type Heard = { kind: 'rates'; rates: PublishedRate[] } | { kind: 'nothing'; why: EcbTrouble };
const isTimeout = (error: unknown) => error instanceof Error && /Timeout|Abort/.test(error.name);
/** Asks for a file. Never throws for what the service does. */
export async function askEcb(service: RateService, { file, today }: { file: RateFile; today: string }): Promise<Heard> {
  const ask = outbound({ reach: service.reach, timeoutMs: service.timeoutMs ?? 20_000, maxBytes: 1024 * 1024, redirects: 2 });
  try {
    const answer = await ask(`${service.baseUrl}/eurofxref-${file}.xml`, { headers: { accept: 'application/xml, text/xml' } });
    const text = await textOf(answer);
    if (answer.status !== 200)
      return { kind: 'nothing', why: answer.status >= 500 || answer.status === 429 ? 'down' : 'refused' };
    const rates = readRates(text, today);
    return rates === null ? { kind: 'nothing', why: 'unreadable' } : { kind: 'rates', rates };
  } catch (error) {
    if (error instanceof OutboundRefused) return { kind: 'nothing', why: error.reason === 'too_long' ? 'unreadable' : 'refused' };
    return { kind: 'nothing', why: isTimeout(error) ? 'slow' : 'down' };
  }
}
