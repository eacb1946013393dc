/** Where the link of a mail leads: a page by itself, as whoever opens it has no login, and the portal may not be deployed. */
import type { Language } from '../../rules/languages';

interface Words {
  title: string;
  asks: string;
  button: string;
  done: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    title: 'Mails about your visits',
    asks: 'Do you no longer want mails about your visits? Your appointments stay as they are.',
    button: 'Stop these mails',
    done: 'You will get no more mails about your visits. The front desk can turn them on again.',
  },
  de: {
    title: 'E-Mails zu Ihren Terminen',
    asks: 'Möchten Sie keine E-Mails zu Ihren Terminen mehr erhalten? Ihre Termine bleiben bestehen.',
    button: 'Keine E-Mails mehr',
    done: 'Sie erhalten keine E-Mails zu Ihren Terminen mehr. Am Empfang können Sie sie wieder einschalten lassen.',
  },
  ar: {
    title: 'رسائل البريد الإلكتروني عن مواعيدك',
    asks: 'هل تريد إيقاف رسائل البريد الإلكتروني عن مواعيدك؟ تبقى مواعيدك كما هي.',
    button: 'إيقاف هذه الرسائل',
    done: 'لن تصلك بعد الآن رسائل بريد إلكتروني عن مواعيدك. يمكن لموظفي الاستقبال تفعيلها من جديد.',
  },
};

const STYLE =
  ':root{color-scheme:light dark}body{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.6rem 1.2rem}';

/** Nothing but the styles above, by their hash, and the form to this address. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'sha256-ivNiNHmCAJjlOivVubwxl+SDbrRcBmcrLw40NR73lHk='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const page = (language: Language, body: string): string =>
  `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${WORDS[language].title}</title>` +
  `<style>${STYLE}</style></head><body><main><h1>${WORDS[language].title}</h1>${body}</main></body></html>`;

/** Whatever opens links by itself, as scanners of mails do, changes nothing. */
export const askingPage = (language: Language): string =>
  page(language, `<p>${WORDS[language].asks}</p><form method="post"><button>${WORDS[language].button}</button></form>`);

export const donePage = (language: Language): string => page(language, `<p role="status">${WORDS[language].done}</p>`);
