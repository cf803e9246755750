/** What is wrong with a fake server: how it delays, breaks and dies. */

/** How a call goes wrong. */
export type Fault =
  /** HTTP 500 with a page of the servlet container. */
  | 'error500'
  /** HTTP 502 with the page of the proxy in front. */
  | 'html502'
  /** HTTP 200 with a page in place of XML. */
  | 'html200'
  /** HTTP 200 and text that is nothing. */
  | 'garbage'
  /** HTTP 200 and nothing at all. */
  | 'empty'
  /** The XML ends in its middle, the HTTP answer is complete. */
  | 'truncated'
  /** The connection breaks in the middle of the answer. */
  | 'cutOff'
  /** The connection breaks before anything is done. */
  | 'hangUp'
  /** The call is carried out and the connection breaks before the answer. */
  | 'hangUpAfter'
  /** Nothing is done, nothing is answered, the connection stays. */
  | 'silent'
  /** FAILED without a key, as some proxies answer. */
  | 'failedWithoutKey'
  /** A refusal in the old shape with a list of errors. */
  | 'errorList'
  /** The call is carried out, then the whole server is down, with its meetings alive. */
  | 'dieAfter';

export type CallQuirk = {
  /** Milliseconds before the answer. */
  delayMs?: number | undefined;
  /** Up to this many milliseconds more, by a generator with a seed. */
  jitterMs?: number | undefined;
  fault?: Fault | undefined;
  /** How many calls go well first. */
  after?: number | undefined;
  /** How many go wrong then; all of them unless said. */
  times?: number | undefined;
};

/** `all` holds for calls that have none of their own. */
export type Quirks = { all?: CallQuirk | undefined; calls?: Readonly<Record<string, CallQuirk>> | undefined };

/** What happens to one call. */
export type Fate = { delayMs: number; fault: Fault | undefined };

/** Decides the fate of each call; counts and jitter are the same for the same seed and order of calls. */
export type Dice = { fateOf(call: string): Fate; load(quirks: Quirks): void };

export function diceOf(seed: number, start: Quirks): Dice {
  let quirks = start;
  let seen = new Map<CallQuirk, number>();
  const next = generator(seed);
  return {
    load(given) {
      quirks = given;
      seen = new Map();
    },
    fateOf(call) {
      const quirk = quirks.calls?.[call] ?? quirks.all;
      if (!quirk) return well;
      const number = seen.get(quirk) ?? 0;
      seen.set(quirk, number + 1);
      const { delayMs = 0, jitterMs = 0, fault, after = 0, times = Number.POSITIVE_INFINITY } = quirk;
      const isDue = number >= after && number < after + times;
      return { delayMs: delayMs + (jitterMs > 0 ? Math.floor(next() * jitterMs) : 0), fault: isDue ? fault : undefined };
    },
  };
}

const well: Fate = { delayMs: 0, fault: undefined };

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Page = { status: number; type: string; body: string };

/** The page that a fault answers with; `body` is the answer as it should have been. Faults without a page give nothing. */
export function pageOf(fault: Fault, body: string): Page | undefined {
  switch (fault) {
    case 'error500':
      return html(500, 'HTTP Status 500 – Internal Server Error');
    case 'html502':
      return html(502, '502 Bad Gateway');
    case 'html200':
      return html(200, 'Welcome to nginx!');
    case 'garbage':
      return xml('\u0001\u0002<response><returncode>SUCC&nbsp;<meetings>]]>\uFFFF');
    case 'empty':
      return xml('');
    case 'truncated':
      return xml(body.slice(0, Math.floor(body.length / 2)));
    case 'failedWithoutKey':
      return xml('<response><returncode>FAILED</returncode></response>');
    case 'errorList':
      return xml(
        '<response><returncode>FAILED</returncode><errors><error key="internalError" message="Something went wrong."/></errors></response>',
      );
    default:
      return undefined;
  }
}

function html(status: number, title: string): Page {
  const body = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><hr>nginx</body></html>`;
  return { status, type: 'text/html;charset=utf-8', body };
}

function xml(body: string): Page {
  return { status: 200, type: 'text/xml;charset=utf-8', body };
}
