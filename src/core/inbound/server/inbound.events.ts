/** What incoming mail tells others. `unsubscribeRequested`: id of the subscriber, token of the newsletter's link or null. */
export const inboundEvents = { unsubscribeRequested: 'inbound.unsubscribe-requested' } as const;
