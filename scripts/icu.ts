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

/** The plural forms (Unicode CLDR, plural rules) that this language asks for and the given ones leave out; `=1` stands in where "one" is only 1. */
export function missingForms(locale: string, plural: Needs['plurals'][number]): string[] {
  const rules = new Intl.PluralRules(locale, { type: plural.ordinal ? 'ordinal' : 'cardinal' });
  const bare = numbers.filter((number) => !plural.forms.includes(`=${number}`));
  const asked = new Set(bare.map((number) => rules.select(number)));
  const fractional = rules
    .resolvedOptions()
    .pluralCategories.filter((form) => !numbers.some((number) => rules.select(number) === form));
  const spared = dispensable[locale] ?? [];
  return [...asked, ...fractional].filter((form) => !plural.forms.includes(form) && !spared.includes(form)).sort();
}

/** Every form of every language that is not for fractions or millions alone comes up among these. */
const numbers = Array.from({ length: 300 }, (_, number) => number);
