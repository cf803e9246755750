import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** What a message needs from the code that says it: `{name}` → argument, `{n, plural, …}` → its forms, `<b>…</b>` → tag. */
export type Needs = {
  names: string[];
  tags: string[];
  choices: Map<string, string[]>;
  plurals: { name: string; forms: string[]; ordinal: boolean }[];
  text: string;
};

/** Reads an ICU message; throws with the parser's reason when it is malformed. */
export function needsOf(message: string): Needs {
  const needs: Needs = { names: [], tags: [], choices: new Map(), plurals: [], text: '' };
  collect(parse(message, { ignoreTag: false, requiresOtherClause: true }), needs);
  return { ...needs, names: unique(needs.names), tags: unique(needs.tags) };
}

const unique = (list: string[]) => [...new Set(list)].sort();

function collect(elements: MessageFormatElement[], needs: Needs): void {
  for (const element of elements) {
    if (element.type === TYPE.literal) needs.text += element.value;
    else if (element.type === TYPE.tag) {
      needs.tags.push(element.value);
      collect(element.children, needs);
    } else if (element.type !== TYPE.pound) {
      needs.names.push(element.value);
      if (element.type === TYPE.select) needs.choices.set(element.value, Object.keys(element.options).sort());
      if (element.type === TYPE.plural) {
        needs.plurals.push({
          name: element.value,
          forms: Object.keys(element.options),
          ordinal: element.pluralType === 'ordinal',
        });
      }
      if (element.type === TYPE.select || element.type === TYPE.plural) {
        for (const option of Object.values(element.options)) collect(option.value, needs);
      }
    }
  }
}

/** Forms that a language distinguishes only for millions and fractions, where the form "other" reads right, too. */
const dispensable: Readonly<Record<string, string[]>> = { es: ['many'], fr: ['many'], pt: ['many'], it: ['many'] };

/** The plural forms that a text of this language must have (Unicode CLDR, plural rules). */
export function pluralForms(locale: string, kind: 'cardinal' | 'ordinal'): string[] {
  const spared = dispensable[locale] ?? [];
  return new Intl.PluralRules(locale, { type: kind }).resolvedOptions().pluralCategories.filter((form) => !spared.includes(form));
}
