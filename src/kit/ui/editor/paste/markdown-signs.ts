const signs = [
  /^#{1,6} +\S/m,
  /^ {0,3}(?:[-*+]|\d{1,4}[.)]) +\S/m,
  /^> ?\S/m,
  /^(?:```|~~~)/m,
  /^\|.+\|[ \t]*\r?\n\|? *:?-{2,}/m,
  /^(?:-{3,}|\*{3,})[ \t]*$/m,
  /\*\*\S(?:[^*\n]*\S)?\*\*/,
  /\[[^\]\n]+\]\((?:https?:\/\/|mailto:)[^)\s]+\)/,
];

/** Whether a plain text was meant to be more than that. */
export const looksLikeMarkdown = (text: string): boolean => signs.some((sign) => sign.test(text));
