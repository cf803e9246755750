/** Domains of mailboxes that anybody opens for minutes: the list that is shipped, one a line. */
export const disposableDomainsFile = new URL('disposable-domains.txt', import.meta.url);
