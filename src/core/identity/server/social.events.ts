/** What signing in by a provider tells others. `claims`: userId, provider, groups (names, joined by line breaks), at each sign-in and link. */
export const socialEvents = { claims: 'identity.provider-claims' } as const;
