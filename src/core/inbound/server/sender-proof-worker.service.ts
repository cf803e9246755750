/** Checks DKIM, SPF and DMARC of a mail. Runs in the sandbox, as the headers and the body are a stranger's. */
import { Resolver } from 'node:dns/promises';
import { authenticate } from 'mailauth';
import * as z from 'zod/mini';
import { isAligned } from '../sender-proof.rules.ts';

/** `dnsServers`: as `dns.getServers` names them. */
export type SenderProofRequest = {
  raw: Uint8Array;
  from: string;
  peer: { address: string; helo: string; mailFrom: string };
  dnsServers: string[];
};
export type SenderProof = { verified: boolean };

/** Each type of record has a form of its own, which mailauth knows and its types do not. */
const records = z.custom<string[]>((value) => Array.isArray(value));

export async function isolated({ raw, from, peer, dnsServers }: SenderProofRequest): Promise<SenderProof> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(dnsServers);
  const { dkim, spf, dmarc } = await authenticate(Buffer.from(raw), {
    ...{ ip: peer.address, helo: peer.helo, sender: peer.mailFrom, mta: 'localhost' },
    ...{ disableArc: true, disableBimi: true },
    resolver: async (name, type) => z.parse(records, await resolver.resolve(name, type)),
  });
  // two senders leave open which one is meant
  const isOne = dkim.fromFields === 1 && dkim.headerFrom.length === 1 && dkim.headerFrom[0]?.toLowerCase() === from;
  if (!isOne || dmarc === false) return { verified: false };
  // a signature over a part of the body says nothing about the rest
  const signed = dkim.results.filter(({ status }) => status.result === 'pass' && !status.underSized);
  const passed = [
    ...signed.map((one) => one.signingDomain ?? ''),
    spf !== false && spf.status.result === 'pass' ? spf.domain : '',
  ];
  if (dmarc.status.result === 'none') return { verified: passed.some((domain) => isAligned(domain, from)) };
  const { alignment } = dmarc;
  const isAlignedHere = alignment.spf.result !== undefined || (alignment.dkim.result !== undefined && !alignment.dkim.underSized);
  return { verified: dmarc.status.result === 'pass' && isAlignedHere };
}
