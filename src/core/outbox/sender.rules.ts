/** What receivers look up in the DNS before they believe a mail: DKIM (RFC 6376), SPF (RFC 7208), DMARC (RFC 7489). */
import { isDomain } from '#core/platform/platform.rules.ts';

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
export const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** The domain of the sender as the DNS writes it; null when the public DNS cannot have it. */
export function senderDomain(from: string): string | null {
  const url = `http://${addressOf(from).split('@').at(-1) ?? ''}`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return isDomain(host) && !/(?:\.\d+|(?:^|\.)(?:localhost|local|internal))$/.test(host) ? host : null;
}

const numbered = (base: string, n: number): string => (n === 0 ? base : base + String.fromCharCode(97 + n));
/** A selector is never given twice: caches of the DNS still know the key that it named. `last`: the one before. */
export function nextSelector(at: number, last: string): string {
  const base = `atrium${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}`;
  if (!last.startsWith(base)) return base;
  return numbered(base, last === base ? 1 : last.charCodeAt(base.length) - 96);
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
  from: string;
  host: string;
  keys: readonly (DkimRecordKey & { why: 'signing' | 'prepared' })[];
}): DnsRecord[] {
  const domain = senderDomain(sender.from);
  if (domain === null) return [];
  const address = addressOf(sender.from);
  // reports of receivers come by mail, and nobody reads the answers to such an address
  const reports =
    /^(?:no|do-?not)[-._]?reply/i.test(address) || !/^[\w.+-]+@[\w.-]+$/.test(address) ? '' : `; rua=mailto:${address}`;
  const mechanism = spfMechanism(sender.host);
  const txt = (kind: DnsRecordKind, name: string, rest: Pick<DnsRecord, 'value' | 'why'>): DnsRecord[] => [
    { kind, name, type: 'TXT', ...rest },
  ];
  return [
    ...sender.keys
      .filter((key) => key.domain === domain)
      .flatMap(({ selector, publicKey, why }) =>
        txt('dkim', `${selector}._domainkey.${domain}`, { value: `v=DKIM1; k=rsa; p=${publicKey}`, why }),
      ),
    ...(mechanism === null ? [] : txt('spf', domain, { value: `v=spf1 ${mechanism} ~all`, why: 'servers' })),
    ...txt('dmarc', `_dmarc.${domain}`, { value: `v=DMARC1; p=none${reports}`, why: 'policy' }),
  ];
}
