/** What the installing command runs on a BBB server: one text that writes the transfer, its key and its hook. */
import fs from 'node:fs';
import path from 'node:path';
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { transferPath } from './transfer-key.service.ts';

const folder = path.resolve(import.meta.dirname, '../../../../deploy/bbb');
const fileText = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8').trimEnd();

/** A text in single quotes, as a shell reads it back. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The script for this server. It holds the server's key. */
export function installScript(ctx: Ctx, of: { serverId: string; key: string }): string {
  const settings = [`ATRIUM_URL=${quoted(`${siteUrl(ctx)}${transferPath}${of.serverId}`)}`, `ATRIUM_KEY=${quoted(of.key)}`].join(
    '\n',
  );
  return fileText('install.sh')
    .replace('@SETTINGS@', () => settings)
    .replace('@TRANSFER@', () => fileText('atrium-transfer'))
    .replace('@HOOK@', () => fileText('post_publish_atrium.rb'))
    .concat('\n');
}
