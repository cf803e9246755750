/** Whether a mail is of the domain that its `From` names. */
import { headerOf, type MailHeader } from './mail-headers.rules.ts';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
/** The same domain, or one below the other, as relaxed alignment wants it (RFC 7489 §3.1); a domain of one label stands for nobody. */
export function isAligned(proven: string, from: string): boolean {
  const [one, other] = [domainOf(proven), domainOf(from)];
  const upper = one.length < other.length ? one : other;
  return upper.includes('.') && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
}

/** Without comments, which may hold everything (RFC 5322 §3.2.2). */
function withoutComments(value: string): string {
  const kept: string[] = [];
  let depth = 0;
  for (const letter of value) {
    if (letter === '(') depth++;
    else if (letter === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept.push(letter);
  }
  return kept.join('');
}
type MethodResult = { method: string; result: string; properties: ReadonlyMap<string, string> };
/** Null: another server wrote it. */
function resultsOf(value: string, authservId: string): MethodResult[] | null {
  const [id = '', ...results] = withoutComments(value).toLowerCase().split(';');
  if (id.trim().split(/\s/)[0] !== authservId.toLowerCase()) return null;
  return results.map((one) => {
    const [first = '', ...words] = one.trim().split(/\s+/);
    const [method = '', result = ''] = first.split('=');
    const pairs = words.map((word) => word.split('=')).map(([name = '', text = '']) => [name, text.replaceAll('"', '')] as const);
    return { method: method.split('/')[0] ?? '', result, properties: new Map(pairs) };
  });
}

/**
 * What the named server wrote above the first `Received` below its own words (RFC 8601 §5): its sender can have written the same
 * header further down.
 */
function trustedResults(headers: readonly MailHeader[], authservId: string): MethodResult[] {
  const trusted: MethodResult[] = [];
  for (const { key, value } of headers) {
    if (key === 'received' && trusted.length > 0) break;
    if (key === 'authentication-results') trusted.push(...(resultsOf(value, authservId) ?? []));
  }
  return trusted;
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
