import { expect, test } from 'vitest';
import { locales } from '#kit/facts.ts';
import { taxReasons } from '../tax.rules.ts';
import { taxWords } from './tax-words.service.ts';

test('every reason has a sentence in every language', async () => {
  for (const locale of locales)
    for (const reason of taxReasons) {
      const words = await taxWords(locale, { reason, law: null });
      expect(words, `${locale} ${reason}`).toMatch(/\p{L}{2}/u);
      expect(words).not.toContain('{');
    }
});

test('the words are those that tax offices look for', async () => {
  const reversed = (locale: string) => taxWords(locale, { reason: 'reverseCharge', law: null });
  expect(await reversed('de')).toContain('Steuerschuldnerschaft des Leistungsempfängers');
  expect(await reversed('fr')).toContain('Autoliquidation');
  expect(await reversed('es')).toContain('Inversión del sujeto pasivo');
  expect(await reversed('pt')).toContain('IVA – autoliquidação');
  expect(await reversed('en-US')).toContain('Reverse charge');
});

test('an exemption names its law, whose signs are taken as they are', async () => {
  expect(await taxWords('de', { reason: 'smallBusiness', law: '§ 19 UStG' })).toBe(
    'Umsatzsteuerfrei nach der Kleinunternehmerregelung (§ 19 UStG)',
  );
  expect(await taxWords('en-US', { reason: 'smallBusiness', law: '$& 1' })).toContain('($& 1)');
});
