/** The address when it is an absolute http or https one, else null. Other schemes could run code in somebody's browser. */
export function webAddressOrNull(text: string | undefined): string | null {
  if (text === undefined || text.length > 4096) return null;
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}

/** Adds a ready-made query part to an address, before a fragment, keeping the query it has. */
export function withQuery(address: string, part: string): string {
  const [base = '', ...fragment] = address.split('#');
  const joint = base.includes('?') ? (/[?&]$/.test(base) ? '' : '&') : '?';
  return `${base}${joint}${part}${fragment.length > 0 ? `#${fragment.join('#')}` : ''}`;
}

/** Fills BBB's tokens for a person into an address they leave to, e.g. `%%USERID%%`. */
export function withPerson(address: string, person: { meetingId: string; userId: string; userName: string }): string {
  return address
    .replaceAll('%%MEETINGID%%', encodeURIComponent(person.meetingId))
    .replaceAll('%%USERID%%', encodeURIComponent(person.userId))
    .replaceAll('%%USERNAME%%', encodeURIComponent(person.userName));
}
