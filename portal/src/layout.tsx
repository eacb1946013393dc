import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Find } from './find';
import { language, t } from './i18n';
import { LANGUAGES, type Language } from './i18n/languages';
import icon from './icon.svg';
import { PAGES } from './pages';
import { linkTo, type Place } from './router';
import { may, type Session, type User } from './session';
import { Button } from './ui/button';
import { useSignOut } from './unsaved';
import { WalkInButton } from './walk-in-button';

interface TopProps {
  session: Session | null | undefined;
  place: Place;
  onLanguage: (language: Language) => void;
}

/** The bar above each page: where one can go, who one is, and in which language. */
export function Top({ session, place, onLanguage }: TopProps) {
  return (
    <header class="top">
      {/* The first that Tab reaches. Not a link: the address behind the hash is the page's. */}
      <button type="button" class="skip" onClick={() => document.querySelector('main')?.focus()}>
        {t.skip}
      </button>
      <a class="brand" href={linkTo('/')}>
        <img src={icon} alt={t.portal} />
        <span aria-hidden="true">{t.portal}</span>
      </a>
      {session && (
        <nav aria-label={t.menu}>
          {PAGES.filter(({ menu, needs }) => menu && (!needs || may(...needs))).map(({ path, title }) => (
            <a key={path} href={linkTo(path)} aria-current={isWithin(place.path, path) ? 'page' : undefined}>
              {title(t)}
            </a>
          ))}
        </nav>
      )}
      <div class="account">
        {session && <WalkInButton />}
        {session && may('patient:read') && <Find />}
        {session ? (
          <AccountMenu user={session.user} place={place} onLanguage={onLanguage} />
        ) : (
          <LanguageChoice onLanguage={onLanguage} />
        )}
      </div>
    </header>
  );
}

/** Who is signed in, and what concerns only them. On a phone a sign takes the place of the name. */
function AccountMenu({ user, place, onLanguage }: { user: User } & Omit<TopProps, 'session'>) {
  const menu = useRef<HTMLDivElement>(null);
  const { begin, question } = useSignOut();
  useEffect(() => menu.current?.hidePopover(), [place.path]);
  const name = user.full_name ?? user.email;
  return (
    <>
      <button
        type="button"
        class="button quiet who"
        popovertarget="account-menu"
        aria-label={t.account.of(name)}
        aria-current={isWithin(place.path, '/account') ? 'page' : undefined}
      >
        <svg viewBox="0 0 16 16" width="20" height="20" fill="currentColor" aria-hidden="true">
          <circle cx="8" cy="5" r="3.5" />
          <path d="M1.5 15a6.5 5.5 0 0 1 13 0z" />
        </svg>
        <bdi>{name}</bdi>
      </button>
      <div ref={menu} id="account-menu" class="menu" popover="auto">
        <bdi class="muted">{user.email}</bdi>
        <a class="button quiet" href={linkTo('/account')}>
          {t.account.title}
        </a>
        <LanguageChoice onLanguage={onLanguage} />
        <Button look="quiet" onClick={begin}>
          {t.signOut}
        </Button>
      </div>
      {question}
    </>
  );
}

function LanguageChoice({ onLanguage }: Pick<TopProps, 'onLanguage'>) {
  return (
    <select
      aria-label={t.language}
      value={language}
      onChange={(event) => onLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([key, { name }]) => (
        <option key={key} value={key} lang={key}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** `/patients/42` lies within `/patients`. */
const isWithin = (path: string, menu: string): boolean =>
  path === menu || (menu !== '/' && path.startsWith(`${menu}/`));

/** What the page is about. It takes the focus when one goes to another page, so that screen readers begin there. */
export function Main({ title, place, children }: { title: string; place: Place; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(place.path);
  useEffect(() => {
    document.title = `${title} · ${t.portal}`;
    // A page may have given it to its first field.
    const isTaken = main.current?.contains(document.activeElement);
    if (shown.current !== place.path && !isTaken) main.current?.focus();
    shown.current = place.path;
  }, [title, place.path]);
  return (
    <main ref={main} tabIndex={-1}>
      {children}
    </main>
  );
}
