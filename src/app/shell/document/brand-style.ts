import { accentCss, isColour } from '#kit/colour.ts';

export const brandStyleId = 'brand';
/** The accent of a tenant. A colour and nothing else gets into it. */
export const brandCss = (accent: string | null): string => (accent === null || !isColour(accent) ? '' : accentCss(accent));
