/** Whether a mail is of the domain that its `From` names. */
import { headerOf, type MailHeader } from './mail-headers.rules.ts';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
/** The same domain, or one below the other, as relaxed alignment wants it (RFC 7489 §3.1); a domain of one label stands for nobody. */
export function isAligned(proven: string, from: string): boolean {
  const [one, other] = [domainOf(proven), domainOf(from)];
  const upper = one.length < other.length ? one : other;
  return upper.includes('.') && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
}

/** Without comments and the contents of quoted strings, which may hold everything (RFC 5322 §3.2.2 and §3.2.4). */
function withoutFreeWords(value: string): string {
  const kept: string[] = [];
  let depth = 0;
  let isQuoted = false;
  // a backslash takes the meaning of what follows it
  for (const letter of value.replace(/\\./gs, '')) {
    if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '(') depth++;
    else if (letter === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept.push(letter);
  }
  return kept.join('');
}
type MethodResult = { method: string; result: string; properties: ReadonlyMap<string, string> };
/** Null: another server wrote it. */
function resultsOf(value: string, authservId: string): MethodResult[] | null {
  const [id = '', ...results] = withoutFreeWords(value).toLowerCase().split(';');
  if (id.trim().split(/\s/)[0] !== authservId.toLowerCase()) return null;
  return results.map((one) => {
    const [first = '', ...words] = one.trim().split(/\s+/);
    const [method = '', result = ''] = first.split('=');
    const pairs = words.map((word) => word.split('=')).map(([name = '', text = '']) => [name, text] as const);
    return { method: method.split('/')[0] ?? '', result, properties: new Map(pairs) };
  });
}

/** Headers that mail servers add above a mail; what stands below any other is its writer's. */
const isTraceHeader = (key: string): boolean =>
  ['received', 'return-path', 'delivered-to', 'authentication-results', 'received-spf'].includes(key) ||
  /^(?:x-|arc-|envelope-)/.test(key);
/** Whether the host that says to have received it is of the house of the named server. */
function isReceivedBy(received: string, authservId: string): boolean {
  const [, host = ''] = /\bby\s+([^\s;()]+)/i.exec(withoutFreeWords(received)) ?? [];
  const house = authservId.split('.').length > 2 ? authservId.slice(authservId.indexOf('.') + 1) : authservId;
  return `.${host.toLowerCase()}`.endsWith(`.${house.toLowerCase()}`);
}
/**
 * What the named server wrote: the topmost header of its name alone, as further ones may be the sender's. Servers write it above the `Received`
 * of their own house or directly below it; below that of another house it came with the mail (RFC 8601 §5).
 */
function trustedResults(headers: readonly MailHeader[], authservId: string): MethodResult[] {
  const above: MailHeader[] = [];
  for (const header of headers) {
    const results = header.key === 'authentication-results' ? resultsOf(header.value, authservId) : null;
    if (results !== null) {
      const received = above.filter(({ key }) => key === 'received').at(-1);
      return received === undefined || isReceivedBy(received.value, authservId) ? results : [];
    }
    if (!isTraceHeader(header.key)) return [];
    above.push(header);
  }
  return [];
}

const provenBy: Readonly<Record<string, readonly string[]>> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
};
/** `authservId`: the name under which the server of the mailbox writes what it found out. */
export function isProvenByServer(
  headers: readonly MailHeader[],
  { authservId, from }: { authservId: string; from: string },
): boolean {
  // two of them leave open which one was meant
  if (headers.filter(({ key }) => key === 'from').length !== 1 || headerOf(headers, 'from') === undefined) return false;
  const results = trustedResults(headers, authservId);
  if (results.some(({ method, result }) => method === 'dmarc' && result === 'fail')) return false;
  return results.some(
    ({ method, result, properties }) =>
      result === 'pass' && (provenBy[method] ?? []).some((name) => isAligned(properties.get(name) ?? '', from)),
  );
}
