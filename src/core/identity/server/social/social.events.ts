/**
 * What signing in by a provider tells others. `claims`: userId, provider (its key), groups (names, joined by line breaks), at each sign-in, link
 * and end of a link; nothing of a provider that is not asked for groups.
 */
export const socialEvents = { claims: 'identity.provider-claims' } as const;
