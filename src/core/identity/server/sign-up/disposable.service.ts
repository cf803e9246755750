/** Newcomers with an address that is thrown away after minutes: refused, where the operator does not let them. */
import { readFile } from 'node:fs/promises';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { disposableDomainsFile } from '#kit/server/passwords/disposable-domains.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { type DomainList, isDisposable, readDomains } from '#core/identity/disposable.rules.ts';

async function listOf(ctx: Ctx, file: string | URL): Promise<DomainList> {
  try {
    return readDomains(await readFile(file, 'utf8'));
  } catch (error) {
    // a list that cannot be read must not close the door to everybody
    ctx.log.warn({ error }, 'a list of disposable mail domains could not be read');
    return readDomains('');
  }
}

/** Throws `disposable_email` for such an address. The lists are read each time, so that the operator's changes count immediately. */
export async function requireLastingMail(ctx: Ctx, email: string): Promise<void> {
  if (!(await platformNow(ctx)).signUp.refuseDisposable) return;
  const own = ctx.config.disposableDomainsFile;
  const files = [disposableDomainsFile, ...(own === null ? [] : [own])];
  if (isDisposable(email, await Promise.all(files.map((file) => listOf(ctx, file))))) throw new Failure('disposable_email');
}
