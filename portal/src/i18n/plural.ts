import { locale } from './locale';

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Messages that depend on a number, by the plural rules of their language; `#` is the number. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', count.toLocaleString(locale));
}
