/** Reads documents of servers leniently: what is missing or of another kind reads as nothing. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const textIn = (from: Record<string, unknown>, name: string): string => (typeof from[name] === 'string' ? from[name] : '');

export const numberIn = (from: Record<string, unknown>, name: string): number =>
  typeof from[name] === 'number' && Number.isFinite(from[name]) ? from[name] : 0;

export const listIn = (from: Record<string, unknown>, name: string): unknown[] => {
  const value = from[name];
  return Array.isArray(value) ? value : [];
};

/** Epoch milliseconds of ISO 8601 as written today, `2018-07-09 17:03:29 +0000` as Ruby prints it, or a number of seconds or milliseconds. */
export function timeIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 && value < 1e14 ? Math.round(value < 1e11 ? value * 1000 : value) : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, day, clock, zone, minutes = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|UTC|[+-]\d\d):?(\d\d)?$/.exec(value) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T${clock}${zone === 'UTC' || zone === 'Z' ? 'Z' : `${zone}:${minutes || '00'}`}`);
  return Number.isFinite(at) ? at : undefined;
}
