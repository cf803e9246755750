/** Addresses at mailboxes that anybody opens for minutes. */

/** `added` and `taken`: what a list in that shape says. */
export type DomainList = { added: ReadonlySet<string>; taken: ReadonlySet<string> };

/** Reads a list: one domain a line, `#` begins a remark, `!` takes a domain out of the lists before it. */
export function readDomains(text: string): DomainList {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase())
    .filter((line) => line !== '');
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1).trim());
  return { added: new Set(lines.filter((line) => !line.startsWith('!'))), taken: new Set(taken) };
}

/** The domain of an address and those above it, the longest first, without the last label alone. */
function domainsOf(email: string): string[] {
  const labels = (email.trim().toLowerCase().split('@').at(-1) ?? '').replace(/\.$/, '').split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** Whether the address is at such a mailbox. The longest name decides, and of the lists the last that names it. */
export function isDisposable(email: string, lists: readonly DomainList[]): boolean {
  for (const domain of domainsOf(email))
    for (const list of lists.toReversed()) {
      if (list.taken.has(domain)) return false;
      if (list.added.has(domain)) return true;
    }
  return false;
}
