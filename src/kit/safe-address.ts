/** Addresses that a text may lead to: the web, mail, telephone, a path of ours, or a heading of the same text. */
export function isSafeAddress(address: string): boolean {
  // browsers drop tabs and line ends inside of an address, and a backslash counts as a slash
  if (/[\s\p{Cc}\\]/u.test(address)) return false;
  return /^(#|\/(?!\/)|https?:\/\/[^/]|mailto:.|tel:[+\d])/i.test(address);
}
