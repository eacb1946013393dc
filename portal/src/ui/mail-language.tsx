import { isLanguage, t } from '../i18n';
import { LANGUAGES, type Language } from '../i18n/languages';
import { Select } from './field';

interface Props {
  /** '': that of the hospital */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** In which language the service mails an account. It has the same as the portal. */
export function MailLanguage({ value, error, onChange }: Props) {
  return (
    <Select
      label={t.account.mailLanguage}
      value={value}
      error={error}
      onChange={onChange}
      options={['', ...Object.keys(LANGUAGES)].map((name) => ({ value: name, text: mailLanguageText(name) }))}
    />
  );
}

export const mailLanguageOf = (value: string): Language | null => (isLanguage(value) ? value : null);

export const mailLanguageText = (value: string): string =>
  isLanguage(value) ? LANGUAGES[value].name : t.account.mailLanguageNone;
