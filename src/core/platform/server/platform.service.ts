/** The operator's settings of the whole installation: what counts now, and changing it. They belong to no account, hence the system's eyes. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import type { AuditData } from '#core/audit/audit.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { PlatformChange, PlatformView } from '../platform.contract.ts';
import { needsProof, type Platform, type PlatformPart, platformParts, standardPlatform } from '../platform.rules.ts';
import { mailServerIsSet, partRows, writePart } from './platform.queries.ts';

/** Asks for a proof of who is there; given by `app`, because people come later in rank. */
export type AskProof = (ctx: Ctx) => Promise<UserActor>;

type PlatformVersions = Record<PlatformPart, number>;
type StoredPlatform = { platform: Platform; versions: PlatformVersions };

/** What is stored, with the standard for everything that is not. Read each time, so that every process knows a change immediately. */
async function readStored(db: Db): Promise<StoredPlatform> {
  const rows = new Map((await partRows(db)).map((row) => [row.part, row]));
  const versions: PlatformVersions = { mail: 0, botCheck: 0, analytics: 0, signUp: 0, banner: 0, features: 0, endedData: 0 };
  const entries = platformParts.map((part) => {
    const row = rows.get(part);
    versions[part] = row?.version ?? 0;
    const value = typeof row?.value === 'object' && row.value !== null ? row.value : {};
    return [part, { ...standardPlatform[part], ...value }] as const;
  });
  // cast: written by `updatePlatform` alone, part by part as the contract parsed it
  const platform = Object.fromEntries(entries) as Platform;
  // a limit that came to the product later is not among those that were stored
  const entitlements = { ...standardPlatform.signUp.entitlements, ...platform.signUp.entitlements };
  return { platform: { ...platform, signUp: { ...platform.signUp, entitlements } }, versions };
}

/** Which fields the environment sets, and by which variable. */
export function fixedBy(config: Config): Record<string, string> {
  const given = (name: string) => config.given.includes(name);
  const fixed: Record<string, string> = {};
  if (config.smtpUrl !== null)
    for (const field of ['host', 'port', 'security', 'user', 'password']) fixed[`mail.${field}`] = 'SMTP_URL';
  if (given('mailFrom')) fixed['mail.from'] = 'MAIL_FROM';
  if (config.recaptchaSiteKey !== null && config.recaptchaSecret !== null)
    Object.assign(fixed, {
      'botCheck.kind': 'RECAPTCHA_SITE_KEY',
      'botCheck.siteKey': 'RECAPTCHA_SITE_KEY',
      'botCheck.secret': 'RECAPTCHA_SECRET',
    });
  if (config.tagManagerId !== null) fixed['analytics.tagManagerId'] = 'TAG_MANAGER_ID';
  if (given('signUp')) fixed['signUp.policy'] = 'SIGN_UP';
  if (given('signUpDomains')) fixed['signUp.domains'] = 'SIGN_UP_DOMAINS';
  return fixed;
}

function mailOf(config: Config, mail: Platform['mail']): Platform['mail'] {
  const from = config.given.includes('mailFrom') || mail.from === '' ? config.mailFrom : mail.from;
  if (config.smtpUrl === null) return { ...mail, from };
  const url = new URL(config.smtpUrl);
  const tls = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port) || (tls ? 465 : 587),
    security: tls ? 'tls' : 'starttls',
    user: decodeURIComponent(url.username),
    sealedPassword: '',
    from,
  };
}

/** The settings with the environment on top, which wins. */
function inForce(config: Config, platform: Platform): Platform {
  const fixed = fixedBy(config);
  return {
    ...platform,
    mail: mailOf(config, platform.mail),
    botCheck:
      fixed['botCheck.kind'] === undefined
        ? platform.botCheck
        : { kind: 'recaptcha', siteKey: config.recaptchaSiteKey ?? '', sealedSecret: '' },
    analytics: { tagManagerId: config.tagManagerId ?? platform.analytics.tagManagerId },
    signUp: {
      ...platform.signUp,
      ...(fixed['signUp.policy'] === undefined ? {} : { policy: config.signUp }),
      ...(fixed['signUp.domains'] === undefined ? {} : { domains: config.signUpDomains }),
    },
  };
}

/** What counts at this moment, in every process. `db`: within a transaction that one, so that none waits for a second connection. */
export const platformNow = async (ctx: Pick<Ctx, 'system' | 'config'>, db: Db = ctx.system.read): Promise<Platform> =>
  inForce(ctx.config, (await readStored(db)).platform);

async function instantAccountOf(db: Db, { features }: Platform): Promise<PlatformView['features']['instantAccount']> {
  const account = features.instantAccountId === null ? null : await findAccount(db, features.instantAccountId);
  return account?.state === 'active' ? { id: account.id, name: account.name } : null;
}

async function viewOf(ctx: Ctx, db: Db, { platform, versions }: StoredPlatform): Promise<PlatformView> {
  const now = inForce(ctx.config, platform);
  const { sealedPassword, ...mail } = now.mail;
  const { sealedSecret, ...botCheck } = now.botCheck;
  const fixed = fixedBy(ctx.config);
  return {
    mail: {
      ...mail,
      hasPassword:
        fixed['mail.password'] === undefined ? sealedPassword !== '' : new URL(ctx.config.smtpUrl ?? '').password !== '',
      version: versions.mail,
    },
    botCheck: {
      ...botCheck,
      hasSecret: fixed['botCheck.secret'] !== undefined || sealedSecret !== '',
      version: versions.botCheck,
    },
    analytics: { ...now.analytics, version: versions.analytics },
    signUp: { ...now.signUp, domains: [...now.signUp.domains], version: versions.signUp },
    banner: { ...now.banner, version: versions.banner },
    features: { ...now.features, instantAccount: await instantAccountOf(db, now), version: versions.features },
    endedData: { ...now.endedData, version: versions.endedData },
    fixed,
  };
}

/** Throws unless the actor runs this installation. */
export function requirePlatform(ctx: Ctx): void {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('platform.manage')) throw notAllowed('platform.manage');
}

export async function getPlatform(ctx: Ctx): Promise<PlatformView> {
  requirePlatform(ctx);
  return viewOf(ctx, ctx.system.read, await readStored(ctx.system.read));
}

const sealed = (ctx: Ctx, now: string, next: string | undefined): string =>
  next === undefined ? now : next === '' ? '' : ctx.secrets.seal('platform', next);
/** A sealed secret as it is used; empty when there is none. */
export const openSecret = (ctx: Pick<Ctx, 'secrets'>, text: string): string =>
  text === '' ? '' : ctx.secrets.open('platform', text);

/** A password stays with the server that it was given for: sent to another one, it could be read there. */
function passwordFor(
  ctx: Ctx,
  now: Platform['mail'],
  next: Pick<Platform['mail'], 'host' | 'port' | 'security' | 'user'>,
): string {
  // what the environment sets is not stored, and the stored password waits beside it
  const stays = ctx.config.smtpUrl !== null || sameServer.every((field) => now[field] === next[field]);
  return stays ? now.sealedPassword : '';
}
const sameServer = ['host', 'port', 'security', 'user'] as const;

/** The part as it is stored after the change. */
function nextOf(ctx: Ctx, now: Platform, { part, change }: { part: PlatformPart; change: PlatformChange }): object {
  if (part === 'mail' && change.mail !== undefined) {
    const { version: _, password, ...rest } = change.mail;
    return { ...rest, sealedPassword: sealed(ctx, passwordFor(ctx, now.mail, rest), password) };
  }
  if (part === 'botCheck' && change.botCheck !== undefined) {
    const { version: _, secret, ...rest } = change.botCheck;
    const next = { ...rest, sealedSecret: sealed(ctx, now.botCheck.sealedSecret, secret) };
    if (next.kind === 'recaptcha' && (next.siteKey === '' || next.sealedSecret === ''))
      throw new Failure('invalid_input', {
        fields: next.siteKey === '' ? { 'body.botCheck.siteKey': 'required' } : { 'body.botCheck.secret': 'required' },
      });
    return next;
  }
  const { version: _, ...rest } = { version: 0, ...change[part] };
  return { ...now[part], ...rest };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const plain = (value: unknown): string | number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300);

/** What changed, before and after. Of a secret only that it changed. */
function changedOf(part: PlatformPart, was: object, is: object): AuditData {
  const before = new Map(Object.entries(was));
  const data: AuditData = { part };
  for (const [name, value] of Object.entries(is)) {
    if (same(before.get(name), value)) continue;
    if (/^sealed/.test(name)) data['sealed'] = 'changed';
    else Object.assign(data, { [`${name}.was`]: plain(before.get(name) ?? null), [`${name}.is`]: plain(value) });
  }
  return data;
}

/** What the environment sets of a part, as its stored fields are called. */
const fixedIn = (ctx: Ctx, part: PlatformPart): [string, string][] =>
  Object.entries(fixedBy(ctx.config)).flatMap(([field, env]): [string, string][] => {
    const [group, name = ''] = field.split('.');
    return group === part ? [[sealedName[name] ?? name, env]] : [];
  });
const sealedName: Readonly<Record<string, string>> = { password: 'sealedPassword', secret: 'sealedSecret' };

/**
 * Fields that the environment sets keep what was stored, so that it counts again when the variable goes. A screen sends what it
 * shows, so what is `shown` is no change. Throws `set_by_environment` for one.
 */
function keepFixed(ctx: Ctx, part: PlatformPart, { stored, shown, next }: Record<'stored' | 'shown' | 'next', object>): object {
  const kept = new Map<string, unknown>(Object.entries(next));
  for (const [name, variable] of fixedIn(ctx, part)) {
    const [old, now]: unknown[] = [Reflect.get(stored, name), Reflect.get(shown, name)];
    const unchanged = name.startsWith('sealed') ? old : now;
    if (!same(kept.get(name), unchanged))
      throw new Failure('set_by_environment', { data: { field: `${part}.${name}`, variable } });
    kept.set(name, old);
  }
  return Object.fromEntries(kept);
}

/** Changes what is named. Throws `owner_only`, `proof_needed`, `changed_meanwhile` and `set_by_environment`. */
export async function updatePlatform(ctx: Ctx, change: PlatformChange, askProof: AskProof): Promise<PlatformView> {
  requirePlatform(ctx);
  const parts = platformParts.filter((part) => change[part] !== undefined);
  // every link that signs somebody in passes through the mail server
  if (ctx.actor.kind === 'user' && parts.includes('mail') && ctx.actor.role !== 'owner') throw new Failure('owner_only');
  if (ctx.actor.kind === 'user' && parts.some(needsProof)) await askProof(ctx);
  return ctx.system.write(async (tx) => {
    const instant = change.features?.instantAccountId ?? null;
    if (instant !== null && (await findAccount(tx, instant))?.state !== 'active')
      throw new Failure('invalid_input', { fields: { 'body.features.instantAccountId': 'not_found' } });
    const { platform, versions } = await readStored(tx);
    const shown = inForce(ctx.config, platform);
    for (const part of parts) {
      const next = nextOf(ctx, platform, { part, change });
      const kept = keepFixed(ctx, part, { stored: platform[part], shown: shown[part], next });
      const version = change[part]?.version ?? 0;
      const by = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
      if (version !== versions[part] || !(await writePart(tx, { part, value: kept, version }, { at: new Date(ctx.now()), by })))
        throw new Failure('changed_meanwhile', { data: { version: versions[part] } });
      await record(ctx, tx, {
        action: 'platform.changed',
        subjectKind: 'platform',
        subjectId: null,
        data: changedOf(part, platform[part], kept),
      });
      await ctx.bus.push(tx, { topic: 'operator:news', kind: 'platform' });
    }
    return viewOf(ctx, tx, await readStored(tx));
  });
}

/** Whether mails go out at all; asked inside a transaction, on its own connection. */
export const hasMailServer = async (ctx: Pick<Ctx, 'config'>, tx: Db): Promise<boolean> =>
  ctx.config.smtpUrl !== null || mailServerIsSet(tx);
