/** Text inside HTML and XML. */

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Characters that XML 1.0 §2.2 does not allow are dropped: one of them makes a whole file unreadable. */
export const allowedInXml = (text: string): string => text.replace(forbidden, '');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** The text for an element, or for an attribute between quotes of either kind. */
export const escapeMarkup = (text: string): string => allowedInXml(text).replace(/[&<>"']/g, (c) => entities[c] ?? c);
