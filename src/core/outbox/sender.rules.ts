/** What receivers look up in the DNS before they believe a mail: DKIM (RFC 6376), SPF (RFC 7208), DMARC (RFC 7489). */

export const signingStates = ['off', 'signing', 'other_domain', 'key_lost'] as const;
export type SigningState = (typeof signingStates)[number];
export const dnsRecordKinds = ['dkim', 'spf', 'dmarc'] as const;
export type DnsRecordKind = (typeof dnsRecordKinds)[number];
export type DnsRecord = { kind: DnsRecordKind; name: string; type: 'TXT'; value: string; why: DnsRecordReason };
export const dnsRecordReasons = ['signing', 'prepared', 'servers', 'policy'] as const;
export type DnsRecordReason = (typeof dnsRecordReasons)[number];
export type DkimRecordKey = { selector: string; domain: string; publicKey: string };

/** RFC 8058 §4: a one-click unsubscription counts only when the signature covers both of its headers. */
export const signedHeaders = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'MIME-Version',
  'Content-Type',
  'Auto-Submitted',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
] as const;

/** The bare address in `Name <name@host>`. */
export const senderAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** A selector is never given twice: caches of the DNS still know the key that it named. `last`: the one before. */
export function nextSelector(at: number, last: string): string {
  const base = `atrium${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
  if (!last.startsWith(base)) return base;
  return base + (last === base ? 'b' : String.fromCharCode(last.charCodeAt(base.length) + 1));
}

/** How SPF names the mail server; null for one on this very machine, whose public name nobody knows. */
function spfMechanism(name: string): string | null {
  const host = name.replace(/^\[|\]$/g, '');
  if (host === '' || /^(?:localhost$|127\.|::1$)/i.test(host)) return null;
  if (host.includes(':')) return `ip6:${host}`;
  return /^[\d.]+$/.test(host) ? `ip4:${host}` : `a:${host}`;
}

/** The records to publish for mails of this sender over this mail server. */
export function dnsRecords(sender: {
  domain: string;
  from: string;
  host: string;
  keys: readonly (DkimRecordKey & { why: 'signing' | 'prepared' })[];
}): DnsRecord[] {
  const { domain } = sender;
  const address = senderAddress(sender.from);
  // reports of receivers come by mail, and nobody reads the answers to such an address
  const reports =
    /^(?:no|do-?not)[-._]?reply/i.test(address) || !/^[\w.+-]+@[\w.-]+$/.test(address) ? '' : `; rua=mailto:${address}`;
  const mechanism = spfMechanism(sender.host);
  const type = 'TXT';
  const dkim = sender.keys
    .filter((key) => key.domain === domain)
    .map(({ selector, publicKey, why }): DnsRecord => {
      const value = `v=DKIM1; k=rsa; p=${publicKey}`;
      return { kind: 'dkim', name: `${selector}._domainkey.${domain}`, type, value, why };
    });
  const spf: DnsRecord = { kind: 'spf', name: domain, type, value: `v=spf1 ${mechanism} ~all`, why: 'servers' };
  const dmarc: DnsRecord = { kind: 'dmarc', name: `_dmarc.${domain}`, type, value: `v=DMARC1; p=none${reports}`, why: 'policy' };
  return [...dkim, ...(mechanism === null ? [] : [spf]), dmarc];
}
