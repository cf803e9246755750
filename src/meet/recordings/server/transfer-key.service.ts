/** Servers that send us recordings sign each request with a key of their own; a new key makes the old one worthless. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { mayManageServers } from '#meet/servers/servers.rules.ts';
import { uploadLimits } from '../recordings.rules.ts';
import { noteTransferUse, raiseTransfer, type TransferRow, transferOf } from './uploads.queries.ts';

const purpose = 'recording transfer';
/** The raw address of what servers call; `app` serves it. */
export const transferPath = '/api/transfer/';

const messageOf = ({ serverId, generation }: Pick<TransferRow, 'serverId' | 'generation'>) => `${serverId} ${generation}`;
/** The key that is given out. 32 bytes in hex. */
const keyFor = (ctx: Ctx, row: TransferRow): string => hmacHex(ctx.secrets.derive(purpose), messageOf(row));
/** The key as every master key makes it: servers keep theirs when the master key is changed. */
const keysFor = (ctx: Ctx, row: TransferRow): Buffer[] =>
  ctx.secrets.deriveAll(purpose).map(({ key }) => Buffer.from(hmacHex(key, messageOf(row)), 'hex'));

/** `target`: path and query as they came. `digest`: SHA-256 of the body in hex. `time`: epoch seconds of the server's clock. */
export type SignedTransfer = {
  serverId: string;
  method: string;
  target: string;
  digest: string;
  time: string;
  signature: string;
};

const refused = (reason: 'unknown_key' | 'wrong_signature' | 'wrong_clock') => new Failure('not_signed_in', { data: { reason } });
const minuteMs = 60_000;

/** The server that signed it. Throws `not_signed_in` with the reason; `wrong_clock` only to callers with the right key. */
export async function signingServer(ctx: Ctx, signed: SignedTransfer): Promise<ServerRow> {
  const { serverId, method, target, digest, time, signature } = signed;
  const [server, row] = await Promise.all([serverOf(ctx, serverId), transferOf(ctx.system.read, serverId)]);
  if (server === null || server.state === 'retired' || row === null) throw refused('unknown_key');
  if (!/^[0-9a-f]{64}$/.test(digest) || !/^\d{1,12}$/.test(time)) throw refused('wrong_signature');
  const message = `${method}\n${target}\n${digest}\n${time}`;
  if (!keysFor(ctx, row).some((key) => sameText(hmacHex(key, message), signature))) throw refused('wrong_signature');
  if (Math.abs(Number(time) * 1000 - ctx.now()) > uploadLimits.clock) throw refused('wrong_clock');
  if (row.usedAt === null || ctx.now() - row.usedAt.getTime() > minuteMs)
    await ctx.system.write((tx) => noteTransferUse(tx, serverId, new Date(ctx.now())));
  return server;
}

const scriptMessage = (expires: number) => `script ${expires}`;

/** `keep`: the key that the server may have already; `renew`: a new one, and the one before opens nothing any more. */
export type KeyWish = 'keep' | 'renew';
export type TransferCommand = { command: string; expiresAt: number; usedAt: number | null };

/**
 * The command that installs the transfer on a server. It works for a day; who runs it gets the server's key. Throws `not_found`, and
 * `not_possible` for an engine of ours, whose recordings come by themselves.
 */
export async function transferCommand(ctx: Ctx, serverId: string, wish: KeyWish): Promise<TransferCommand> {
  if (!mayManageServers(ctx.actor)) throw notAllowed('servers.manage');
  const server = await serverOf(ctx, serverId);
  if (server === null || server.state === 'retired') throw notFound();
  if (server.kind === 'engine') throw new Failure('not_possible');
  const row = await ctx.system.write(async (tx) => {
    const raised = await raiseTransfer(tx, { serverId, step: wish === 'renew' ? 1 : 0, now: new Date(ctx.now()) });
    await record(ctx, tx, {
      action: 'recordings.transfer-command',
      subjectKind: 'server',
      subjectId: serverId,
      accountId: null,
      data: { key: wish },
    });
    return raised;
  });
  const expires = Math.floor((ctx.now() + uploadLimits.command) / 1000);
  const token = `${expires}.${hmacHex(Buffer.from(keyFor(ctx, row), 'hex'), scriptMessage(expires))}`;
  const url = `${siteUrl(ctx)}${transferPath}${serverId}/script?token=${token}`;
  return {
    command: `curl -fsSL '${url}' | sudo sh`,
    expiresAt: expires * 1000,
    usedAt: row.usedAt?.getTime() ?? null,
  };
}

/** The key of the server for whose installation this token is leave; null: it is not, or not any more. */
export async function keyForScript(ctx: Ctx, asked: { serverId: string; token: string }): Promise<string | null> {
  const [, expires = '', mac = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(asked.token) ?? [];
  if (mac === '' || Number(expires) * 1000 <= ctx.now()) return null;
  const [server, row] = await Promise.all([serverOf(ctx, asked.serverId), transferOf(ctx.system.read, asked.serverId)]);
  if (server === null || server.state === 'retired' || row === null) return null;
  const good = keysFor(ctx, row).some((key) => sameText(hmacHex(key, scriptMessage(Number(expires))), mac));
  return good ? keyFor(ctx, row) : null;
}
