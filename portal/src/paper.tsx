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

/** In a margin no line is broken, and a name may have hundreds of letters. */
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

const SIDES = ['left', 'right'] as const;

/** What stands at the beginning and the end of a line, as styles/print.css places it. */
function setLine(line: 'top' | 'bottom', contents: readonly string[]): void {
  const ordered = document.dir === 'rtl' ? contents.toReversed() : contents;
  for (const [i, side] of SIDES.entries())
    document.documentElement.style.setProperty(`--page-${line}-${side}`, ordered[i] ?? '');
}

function setMargins({ text, internal }: Props): void {
  const digits = DIGITS[new Intl.NumberFormat(locale).resolvedOptions().numberingSystem] ?? 'decimal';
  setLine('bottom', [quoted(shortened(text)), `counter(page, ${digits}) " / " counter(pages, ${digits})`]);
  if (!internal) return;
  const { user, settings } = session();
  const printed = t.print.printed(formatMoment(now()), isolated(user.full_name ?? user.email));
  setLine('top', [settings.hospital_name ?? '', printed].map(shortened).map(quoted));
}

/** What stands in the margins of each page of paper, in browsers that print these: Firefox has its own. */
export function Running(props: Props) {
  useEffect(() => {
    const draw = () => setMargins(props);
    draw();
    // The moment is that of printing.
    addEventListener('beforeprint', draw);
    return () => {
      removeEventListener('beforeprint', draw);
      setLine('top', []);
      setLine('bottom', []);
    };
  });
  return null;
}
