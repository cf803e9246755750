/** The mail server that counts now: of the environment, else of the operator's settings; and what its mails are signed with. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { withoutSecrets } from '#kit/server/log.ts';
import { putSetting, readSetting } from '#kit/server/settings.queries.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { isHeaderValue, mailHeaderNames, type MailHeaders } from '../outbox.rules.ts';
import { openSecret, platformNow } from '#core/platform/server/platform.service.ts';
import { senderAddress } from '../sender.rules.ts';
import { type DkimSignature, dkimOf } from './dkim.service.ts';
import { mailCounts } from './outbox.queries.ts';

/** The sender's address at the time when a mail server took a test mail. */
const testedSender = 'outbox.tested';

const common = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;
type SmtpAuth = { user: string; pass: string };
type SmtpTransport = typeof common & { dkim?: DkimSignature } & (
    | { url: string }
    | { host: string; port: number; secure: boolean; requireTLS: boolean; ignoreTLS: boolean; auth?: SmtpAuth }
  );
export type MailServer = { transport: SmtpTransport; from: string };

/** For programs that answer by themselves: RFC 3834 §5.2, and what Exchange heeds instead. */
export const automaticHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const;

/** Null: there is none, and mails stay in the outbox. */
export async function mailServer(ctx: Ctx): Promise<MailServer | null> {
  const { mail } = await platformNow(ctx);
  if (ctx.config.smtpUrl === null && mail.host === '') return null;
  const dkim = await dkimOf(ctx, mail.from);
  const every = { ...common, ...(dkim === null ? {} : { dkim }) };
  if (ctx.config.smtpUrl !== null) return { transport: { ...every, url: ctx.config.smtpUrl }, from: mail.from };
  const auth = mail.user === '' ? {} : { auth: { user: mail.user, pass: openSecret(ctx, mail.sealedPassword) } };
  return {
    transport: {
      ...every,
      host: mail.host,
      port: mail.port,
      secure: mail.security === 'tls',
      requireTLS: mail.security === 'starttls',
      ignoreTLS: mail.security === 'none',
      ...auth,
    },
    from: mail.from,
  };
}
/** Throws for a header that we do not write, and for a value that would not stay on one line. */
export function checkedHeaders(headers: MailHeaders): MailHeaders {
  for (const [name, value] of Object.entries(headers))
    if (!mailHeaderNames.some((one) => one === name) || !isHeaderValue(value))
      throw new Error(`the header ${name} cannot be written`);
  return headers;
}
type PreparedHeader = string | { prepared: true; value: string };
/** As nodemailer takes them without folding, but for `References`, which it reads itself; read from the database, they are checked once more. */
export const preparedHeaders = (headers: MailHeaders | null): Record<string, PreparedHeader> =>
  Object.fromEntries(
    Object.entries(checkedHeaders(headers ?? {})).map(([name, value]) => [
      name,
      name === 'References' ? value : { prepared: true as const, value },
    ]),
  );

/** `answered`: the mail server said so itself. */
export type SmtpRefusal = { command: string; code: number; text: string; answered: boolean };
/** What the mail server said, short and without secrets. */
export function refusalOf(error: unknown): SmtpRefusal {
  const has = (name: string): unknown =>
    typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
  const code = has('responseCode');
  const words = [has('code'), has('response') ?? (error instanceof Error ? error.message : 'unknown')]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return {
    command: String(has('command') ?? ''),
    code: typeof code === 'number' ? code : 0,
    text: withoutSecrets(words).replace(/\s+/g, ' ').slice(0, 300),
    answered: typeof has('response') === 'string',
  };
}

/**
 * Sends a word to the operator who asks, at once and past the outbox. `answer`: what the mail server said, whether it took the mail or
 * not. Throws `no_mail_server`.
 */
export async function testMailServer(ctx: Ctx): Promise<{ taken: boolean; answer: string; to: string }> {
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('platform.manage')) throw notAllowed('platform.manage');
  await ctx.limits.use(`mail-test:${actor.accountId}`, { max: 10, windowSeconds: 600 });
  const server = await mailServer(ctx);
  if (server === null) throw new Failure('no_mail_server');
  await ctx.system.write((tx) => record(ctx, tx, { action: 'outbox.tested', subjectKind: 'platform', subjectId: null }));
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(server.transport);
  try {
    const site = new URL(ctx.config.publicUrl ?? 'http://localhost').host;
    const sent = await transport.sendMail({
      from: server.from,
      to: { name: '', address: actor.email },
      subject: `${site}: ✓`,
      text: `${site}\n${new Date(ctx.now()).toISOString()}\n`,
      headers: automaticHeaders,
    });
    await ctx.system.write(async (tx) => {
      await putSetting(tx, testedSender, server.from);
      await ctx.bus.push(tx, { topic: 'operator:news', kind: 'mail' });
    });
    return { taken: true, answer: withoutSecrets(sent.response).slice(0, 300), to: actor.email };
  } catch (error) {
    return { taken: false, answer: refusalOf(error).text, to: actor.email };
  } finally {
    transport.close();
  }
}

/** Whether there is a mail server that has taken a mail. */
export async function isMailTested(ctx: Ctx): Promise<boolean> {
  const server = await mailServer(ctx);
  if (server === null) return false;
  const db = ctx.system.read;
  return (await readSetting(db, testedSender))?.value === server.from || ((await mailCounts(db))['sent'] ?? 0) > 0;
}

/** The operator's address, which alone passes SPF there, under the sender's name. */
export function fromOf(from: string, name: string | null): string | { name: string; address: string } {
  return name === null ? from : { name, address: senderAddress(from) };
}
