/** Headers of a mail as they came (RFC 5322 §2.2): each is looked at once, so that no length of theirs costs more than its bytes. */
export type MailHeader = { key: string; value: string };

/** `head`: everything above the first blank line. Names in lower case; folded lines are one. */
export function readMailHeaders(head: string): MailHeader[] {
  const headers: MailHeader[] = [];
  let open: { key: string; lines: string[] } | null = null;
  const close = () => {
    if (open !== null) headers.push({ key: open.key, value: open.lines.join(' ').trim() });
    open = null;
  };
  for (const line of head.split('\n')) {
    const isFolded = line.startsWith(' ') || line.startsWith('\t');
    if (isFolded && open !== null) open.lines.push(line.trim());
    if (isFolded) continue;
    close();
    const colon = line.indexOf(':');
    if (colon > 0) open = { key: line.slice(0, colon).trim().toLowerCase(), lines: [line.slice(colon + 1).trim()] };
  }
  close();
  return headers;
}

export const headerOf = (headers: readonly MailHeader[], name: string): string | undefined =>
  headers.find(({ key }) => key === name)?.value;

/** All that look like an address, in lower case. */
export const addressesIn = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[\s<>,;:"()]/)
    .filter((part) => /^[^@]+@[^@]+$/.test(part));

/** Mails of one domain wait for each other alone; anybody can write any name before its `@`. */
export const turnOfMail = (headers: readonly MailHeader[]): string =>
  `mail ${(senderIn(headers)?.split('@')[1] ?? '').slice(0, 253)}`;

/** The address of a `From`: what stands in angle brackets, else the only one that is there. Null: there is none, or nobody knows which. */
export function senderIn(headers: readonly MailHeader[]): string | null {
  const [value, ...more] = headers.filter(({ key }) => key === 'from').map((one) => one.value);
  if (value === undefined || more.length > 0) return null;
  const bracket = value.lastIndexOf('<');
  const addresses = addressesIn(bracket === -1 ? value : value.slice(bracket));
  return addresses.length === 1 ? (addresses[0] ?? null) : null;
}
