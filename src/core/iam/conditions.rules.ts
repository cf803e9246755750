/** When a statement counts: second factor, address, time window, end. Asked for hundreds of statements in one request, so nothing is worked out twice. */
import { parseRange, type AddressRange } from '#kit/ranges.ts';

export type Condition = {
  mfa?: true | undefined;
  ip?: string[] | undefined;
  time?: { days: number[]; from: string; to: string; zone: string } | undefined;
  expires?: number | undefined;
};
/** What is known of the request; one object for all that is asked in it. `ip`: empty when it is not known. Times are epoch milliseconds. */
export type RequestCircumstances = Readonly<{ mfa: boolean; ip: string; now: number }>;

/** Works out once for each key; what nobody holds any more is forgotten with it. */
function onceFor<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = work(key);
    known.set(key, made);
    return made;
  };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clockIn = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** Making one takes a hundred times as long as asking it; `most` zones are kept, which is more than there are. */
function clocks(most: number): (zone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const found = known.get(zone) ?? clockIn(zone);
    if (!known.has(zone) && known.size < most) known.set(zone, found);
    return found;
  };
}
const clockOf = clocks(1_000);

/** `day`: 1 (Monday) to 7; `minute`: of that day. */
type WeekMoment = { day: number; minute: number };
function momentIn(zone: string, now: number): WeekMoment {
  const parts = clockOf(zone).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: weekdays.indexOf(part('weekday')) + 1, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

/** Of one family, the same address as a number where it has 32 bits: comparing those is quicker. */
type AddressSpan = { low: number; high: number } | { low: bigint; high: bigint };
function spanOf({ family, value, bits }: AddressRange): AddressSpan {
  const high = value + (1n << BigInt((family === 4 ? 32 : 128) - bits)) - 1n;
  return family === 4 ? { low: Number(value), high: Number(high) } : { low: value, high };
}
const spansOf = onceFor((texts: readonly string[]): AddressSpan[] =>
  texts.flatMap((text) => {
    const range = parseRange(text);
    return range === null ? [] : [spanOf(range)];
  }),
);
const lies = (address: number | bigint, { low, high }: AddressSpan): boolean =>
  typeof address === typeof low && low <= address && address <= high;

/** Of one request. `address`: null when it is not known; `moments`: by zone; `held`: by condition, without what depends on the effect. */
type ConditionFacts = {
  address: number | bigint | null;
  moments: Map<string, WeekMoment>;
  held: WeakMap<Condition, ConditionAnswer>;
};
/** `unknown`: the address would decide, and there is none. */
type ConditionAnswer = 'yes' | 'no' | 'unknown';
const factsOf = onceFor(({ ip }: RequestCircumstances): ConditionFacts => {
  // a link-local address may name its interface: fe80::1%eth0
  const range = parseRange(ip.split('%')[0] ?? '');
  return { address: range === null ? null : spanOf(range).low, moments: new Map(), held: new WeakMap() };
});

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
function inWindow({ zone, days, ...time }: NonNullable<Condition['time']>, at: RequestCircumstances): boolean {
  const { moments } = factsOf(at);
  const moment = moments.get(zone) ?? momentIn(zone, at.now);
  moments.set(zone, moment);
  const { day, minute } = moment;
  const [from, to] = [minutesOf(time.from), minutesOf(time.to)];
  if (from < to) return days.includes(day) && minute >= from && minute < to;
  const before = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= from) || (days.includes(before) && minute < to);
}

function answerTo(condition: Condition, at: RequestCircumstances): ConditionAnswer {
  if (condition.expires !== undefined && condition.expires <= at.now) return 'no';
  if (condition.mfa === true && !at.mfa) return 'no';
  if (condition.time !== undefined && !inWindow(condition.time, at)) return 'no';
  if (condition.ip === undefined) return 'yes';
  const { address } = factsOf(at);
  if (address === null) return 'unknown';
  return spansOf(condition.ip).some((span) => lies(address, span)) ? 'yes' : 'no';
}

type ConditionalStatement = { condition?: Condition | undefined; effect: 'allow' | 'deny' };
/** True when the statement applies at this moment. Where the address is not known, a deny that depends on it applies, an allow does not. */
export function conditionHolds({ condition, effect }: ConditionalStatement, at: RequestCircumstances): boolean {
  if (condition === undefined) return true;
  const { held } = factsOf(at);
  const answer = held.get(condition) ?? answerTo(condition, at);
  held.set(condition, answer);
  return answer === 'yes' || (answer === 'unknown' && effect === 'deny');
}
