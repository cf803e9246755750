/** Whose look a page wears: that of the reader's account, or of the host name it was opened under. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientConfig } from '#kit/client-config.ts';
import { cookieText } from '#kit/server/http/mount.ts';
import { brandAtHost } from '#sales/vendors/server/brand.service.ts';
import { isReferral, referralCookie, referralDays } from '#sales/vendors/server/referral.service.ts';
import { contextOf, type AppParts } from '#app/context.ts';

type PageBrand = ClientConfig['brand'];

/** The look, and the code of the vendor that a visitor came by: of the link, else of the host. Null where there is none. */
export async function brandOfPage(
  parts: AppParts,
  request: FastifyRequest,
  user: { brand: PageBrand } | null,
): Promise<{ brand: PageBrand; referral: string | null }> {
  if (user !== null) return { brand: user.brand, referral: null };
  const ctx = contextOf(parts, { kind: 'nobody' });
  const linked = new URL(request.url, 'http://localhost').searchParams.get('ref') ?? '';
  const found = await brandAtHost(ctx, request.hostname.toLowerCase());
  const brand = found === null ? null : { name: found.brand.name, accent: found.brand.accent, logo: found.brand.logo };
  return { brand, referral: isReferral(linked) ? linked : (found?.referral ?? null) };
}

/** Remembers whose link a visitor followed. */
export function rememberReferral(parts: AppParts, reply: FastifyReply, code: string): void {
  const scheme = (parts.config.publicUrl ?? '').startsWith('https:') ? 'https' : 'http';
  const cookie = { name: referralCookie, value: code, path: '/', maxAge: referralDays * 86_400, httpOnly: true };
  reply.header('set-cookie', cookieText(cookie, scheme));
}
