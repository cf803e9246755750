import type { ClientConfig } from '#kit/client-config.ts';
import { accentCss, isColour } from '#kit/colour.ts';

export const brandStyleId = 'brand';
/** The accent of a tenant. A colour and nothing else gets into it. */
export function brandCss(brand: ClientConfig['brand']): string {
  const accent = brand?.accent ?? null;
  return accent === null || !isColour(accent) ? '' : accentCss(accent);
}
