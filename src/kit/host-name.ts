/** A full host name of letters, digits and hyphens (RFC 1123 §2.1) with a dot in it, in lower case; addresses are none. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 &&
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/.test(text) &&
  /[a-z]/.test(text.slice(text.lastIndexOf('.') + 1)) &&
  !/(^|\.)localhost$/.test(text);
