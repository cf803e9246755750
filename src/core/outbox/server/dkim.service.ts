/** The key that signs mails: made here, published in the DNS by the operator, in use once they say so. */
import { generateKeyPair } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { promisify } from 'node:util';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SealBroken } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { isDomain } from '#core/platform/platform.rules.ts';
import { type AskProof, platformNow, requirePlatform } from '#core/platform/server/platform.service.ts';
import type { SealedSetting } from '#core/platform/server/reseal.service.ts';
import type { SenderView } from '../outbox.contract.ts';
import { dnsRecords, nextSelector, senderAddress, signedHeaders, type SigningState } from '../sender.rules.ts';
import { type DkimKey, type DkimKeys, readDkimKeys, writeDkimKeys } from './dkim.queries.ts';

const sealedFor = 'outbox dkim';
const KEY_LIMIT = { max: 10, windowSeconds: 86_400 };

export const dkimSealedSettings: readonly SealedSetting[] = ['signing', 'prepared'].map((which) => ({
  ...{ key: 'outbox.dkim', path: [which, 'sealedKey'], purpose: sealedFor },
}));

/** As nodemailer takes it. */
export type DkimSignature = { domainName: string; keySelector: string; privateKey: string; headerFieldNames: string };

/** The domain of the sender as the DNS writes it; null when the public DNS cannot have it. */
export function senderDomain(from: string): string | null {
  const domain = domainToASCII(senderAddress(from).split('@').at(-1) ?? '');
  return isDomain(domain) && !/(?:\.\d+|(?:^|\.)(?:localhost|local|internal))$/.test(domain) ? domain : null;
}

/** Null where another master key sealed it. */
function openKey(ctx: Pick<Ctx, 'secrets'>, key: DkimKey): string | null {
  try {
    return ctx.secrets.open(sealedFor, key.sealedKey);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** What mails from this sender are signed with; null: with nothing. */
export async function dkimOf(ctx: Ctx, from: string): Promise<DkimSignature | null> {
  const { signing } = await readDkimKeys(ctx.system.read);
  // receivers ask for the domain that readers see (RFC 7489 §3.1), so another one would only look like a forgery
  if (signing === null || signing.domain !== senderDomain(from)) return null;
  const privateKey = openKey(ctx, signing);
  if (privateKey === null) {
    ctx.log.warn({ selector: signing.selector }, 'the DKIM key cannot be opened, so mails go out unsigned');
    return null;
  }
  const { domain: domainName, selector: keySelector } = signing;
  return { domainName, keySelector, privateKey, headerFieldNames: signedHeaders.join(':') };
}

function stateOf(ctx: Ctx, signing: DkimKey | null, domain: string | null): SigningState {
  if (signing === null) return 'off';
  if (signing.domain !== domain) return 'other_domain';
  return openKey(ctx, signing) === null ? 'key_lost' : 'signing';
}
const shownKey = (key: DkimKey | null) =>
  key === null ? null : { selector: key.selector, domain: key.domain, since: key.since };

export async function getSender(ctx: Ctx): Promise<SenderView> {
  requirePlatform(ctx);
  const [{ mail }, keys] = await Promise.all([platformNow(ctx), readDkimKeys(ctx.system.read)]);
  const { signing, prepared, version } = keys;
  const domain = senderDomain(mail.from);
  const published = [
    ...(signing === null ? [] : [{ ...signing, why: 'signing' as const }]),
    ...(prepared === null ? [] : [{ ...prepared, why: 'prepared' as const }]),
  ];
  return {
    from: mail.from,
    domain,
    mailServer: mail.host === '' ? 'none' : 'set',
    state: stateOf(ctx, signing, domain),
    key: shownKey(signing),
    prepared: shownKey(prepared),
    records: domain === null ? [] : dnsRecords({ domain, from: mail.from, host: mail.host, keys: published }),
    version,
  };
}

type KeyStep = { version: number; askProof: AskProof };
/** Throws `proof_needed`. */
async function requireProven(ctx: Ctx, { askProof }: KeyStep): Promise<void> {
  requirePlatform(ctx);
  if (ctx.actor.kind === 'user') await askProof(ctx);
}
/** `next` answers null when there is nothing to do it with. Throws `changed_meanwhile` and `not_possible`. */
async function changeKeys(
  ctx: Ctx,
  { version }: KeyStep,
  { action, next }: { action: string; next: (now: DkimKeys) => { keys: DkimKeys; selector: string } | null },
): Promise<SenderView> {
  const by = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  await ctx.system.write(async (tx) => {
    const { version: current, ...now } = await readDkimKeys(tx);
    if (current !== version) throw new Failure('changed_meanwhile', { data: { version: current } });
    const changed = next(now);
    if (changed === null) throw new Failure('not_possible');
    if (!(await writeDkimKeys(tx, { ...changed.keys, version }, { at: new Date(ctx.now()), by })))
      throw new Failure('changed_meanwhile', { data: { version } });
    await record(ctx, tx, { action, subjectKind: 'platform', subjectId: null, data: { selector: changed.selector } });
  });
  return getSender(ctx);
}

/** Makes a key that signs nothing yet, in place of one that never signed. The one in use goes on. */
export async function prepareKey(ctx: Ctx, step: KeyStep): Promise<SenderView> {
  await requireProven(ctx, step);
  const domain = senderDomain((await platformNow(ctx)).mail.from);
  if (domain === null) throw new Failure('not_possible');
  await ctx.limits.use('dkim-key', KEY_LIMIT);
  // RFC 8301 §3.2 asks signers for 2048 bits; some receivers do not read more
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const publicKey = pair.publicKey.toString('base64');
  const sealedKey = ctx.secrets.seal(sealedFor, pair.privateKey);
  return changeKeys(ctx, step, {
    action: 'outbox.key-prepared',
    next: (now) => {
      const selector = nextSelector(ctx.now(), now.lastSelector);
      const prepared = { selector, domain, publicKey, sealedKey, since: ctx.now() };
      return { keys: { ...now, prepared, lastSelector: selector }, selector };
    },
  });
}

/** From here on the prepared key signs; the one before is thrown away. */
export async function startSigning(ctx: Ctx, step: KeyStep): Promise<SenderView> {
  await requireProven(ctx, step);
  const domain = senderDomain((await platformNow(ctx)).mail.from);
  return changeKeys(ctx, step, {
    action: 'outbox.signing-started',
    next: ({ prepared, lastSelector }) =>
      prepared === null || prepared.domain !== domain
        ? null
        : {
            keys: { signing: { ...prepared, since: ctx.now() }, prepared: null, lastSelector },
            selector: prepared.selector,
          },
  });
}

/** Mails go out unsigned; the key is thrown away, a prepared one stays. */
export async function stopSigning(ctx: Ctx, step: KeyStep): Promise<SenderView> {
  await requireProven(ctx, step);
  return changeKeys(ctx, step, {
    action: 'outbox.signing-stopped',
    next: (now) => (now.signing === null ? null : { keys: { ...now, signing: null }, selector: now.signing.selector }),
  });
}
