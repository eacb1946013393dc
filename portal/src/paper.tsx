import { useEffect } from 'preact/hooks';
import { formatMoment, isolated, now } from './format';
import { t } from './i18n';
import { locale } from './i18n/locale';
import { session } from './session';

interface Props {
  /** what tells a page from those of another document, when they lie on one desk: a number and a name */
  text: string;
  /** for the clinic itself, and not handed out: who has printed it and when is said as well */
  internal?: boolean;
}

const quoted = (text: string): string =>
  `"${text.replace(/["\\\n]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;

/** Where numbers are written by others than 0 to 9, by the names of CSS. */
const DIGITS: Record<string, string> = { arab: 'arabic-indic', arabext: 'persian' };

/** The contents of the margins of each page, as styles/print.css places them. */
function marginsOf({ text, internal }: Props): Record<string, string> {
  const digits = DIGITS[new Intl.NumberFormat(locale).resolvedOptions().numberingSystem] ?? 'decimal';
  const page = `counter(page, ${digits}) " / " counter(pages, ${digits})`;
  const [left, right] = document.dir === 'rtl' ? [page, quoted(text)] : [quoted(text), page];
  const { user, settings } = session();
  const by = isolated(user.full_name ?? user.email);
  return {
    '--page-foot-left': left,
    '--page-foot-right': right,
    ...(internal && {
      '--page-head': quoted(settings.hospital_name ?? ''),
      '--page-foot-center': quoted(t.print.printed(formatMoment(now()), by)),
    }),
  };
}

/** What stands in the margins of each page of paper, in browsers that print these: Firefox has its own. */
export function Running(props: Props) {
  useEffect(() => {
    const { style } = document.documentElement;
    const drawn = marginsOf(props);
    const draw = () => {
      for (const [name, content] of Object.entries(marginsOf(props))) style.setProperty(name, content);
    };
    draw();
    // The moment is that of printing.
    addEventListener('beforeprint', draw);
    return () => {
      removeEventListener('beforeprint', draw);
      for (const name of Object.keys(drawn)) style.removeProperty(name);
    };
  });
  return null;
}
