import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { DevelopmentBar } from './development';
import { useLoad } from './hooks';
import { language, setLanguage, t } from './i18n';
import type { Language } from './i18n/languages';
import { IdleWatch } from './idle';
import { isForgotten, leaveUnattended, noteUse } from './idle-clock';
import { keptSession } from './kept-session';
import { Main, Top } from './layout';
import { lazy } from './lazy';
import { PAGES } from './pages';
import { SignIn } from './pages/sign-in';

import { here, linkTo, match, type Place, replace, SET_PASSWORD, usePlace } from './router';

import {
  beginAnew,
  currentSession,
  hasBegunAnew,
  hospital,
  may,
  mustEnrol,
  onAccountChange,
  type Session,
  session,
} from './session';
import { Alert, Announcer, Loading, say } from './ui/status';
import { UnsavedBar } from './unsaved';

const Enrol = lazy(async () => (await import('./pages/back-office')).Enrol);
const SetPassword = lazy(async () => (await import('./pages/back-office')).SetPassword);

export function App() {
  // A message is looked up when it is drawn, so a new language draws everything anew.
  const [, setSpoken] = useState<Language>(language);
  const place = usePlace();
  const token = usePasswordToken(place);
  const account = useLoad(currentSession, []);
  // Why somebody who was signed in is asked to do so again.
  const [ended, setEnded] = useState<'idle' | 'expired' | undefined>(() => (isForgotten() ? 'idle' : undefined));
  const endIdle = useCallback(() => setEnded('idle'), []);
  useEffect(
    () =>
      hospital.onSignedOut((reason) => {
        if (reason === 'replaced') return beginAnew();
        if (reason === 'expired') setEnded('expired');
        account.reload();
      }),
    [account.reload],
  );
  useEffect(() => onAccountChange(account.reload), [account.reload]);
  function begin() {
    noteUse();
    setEnded(undefined);
    account.reload();
  }
  const user = account.data?.user;
  const isSettingPassword = place.path === SET_PASSWORD;
  useEffect(() => {
    if (user && hasBegunAnew()) say(t.signIn.replaced(user.full_name ?? user.email));
  }, [user?.id]);

  // Whoever leaves a screen finds nothing of a session that is over but for it.
  const isScreen = Boolean(account.data && pageAt(place)?.screen);
  leaveUnattended(isScreen);
  const isOver = ended === 'idle' || isForgotten();

  return (
    <>
      {!isScreen && (
        <Top
          session={account.data}
          place={place}
          onLanguage={async (chosen) => {
            await setLanguage(chosen);
            setSpoken(chosen);
          }}
        />
      )}
      {account.data && !isScreen && <UnsavedBar />}
      {/* Another one with the menu, which would push down what was there before it. */}
      <Main key={!isSettingPassword && !!account.data} title={titleOf(place, account.data)} place={place}>
        {isSettingPassword ? (
          <SetPassword token={token} user={user} />
        ) : (
          <>
            <Loading of={account} />
            {/* The address stays, so that people come back to where they were. */}
            {account.data === null && (
              <>
                {ended && <p class="narrow">{ended === 'idle' ? t.idle.signedOut : t.signIn.ended}</p>}
                <SignIn onSignedIn={begin} />
              </>
            )}
            {account.data &&
              !isOver &&
              (mustEnrol(account.data) ? (
                <Enrol onEnrolled={account.reload} />
              ) : (
                <CurrentPage key={`${user?.id} ${JSON.stringify(account.data.settings)}`} place={place} />
              ))}
          </>
        )}
      </Main>
      {account.data && <IdleWatch isUnattended={isScreen} onEnd={endIdle} />}
      {!isScreen && <DevelopmentBar />}
      <Announcer />
    </>
  );
}

/** Loads the code of the page that the address names, beside the answer who is signed in. */
export function loadAhead(): void {
  const page = keptSession() && pageAt(here())?.page;
  if (page && 'ahead' in page) page.ahead();
}

const pageAt = ({ path }: Place) => PAGES.find((page) => match(page.path, path));

function titleOf(place: Place, account: Session | null | undefined): string {
  if (place.path === SET_PASSWORD) return t.setPassword.title;
  return account ? (pageAt(place)?.title(t) ?? t.portal) : t.signIn.title;
}

/** The token of the link that led here. It leaves the address, and with it the history of the browser, at once. */
function usePasswordToken({ path, query }: Place): string | undefined {
  const [token, setToken] = useState<string>();
  const isThere = path === SET_PASSWORD;
  const given = isThere ? query.get('token') : null;
  useLayoutEffect(() => {
    if (given) {
      setToken(given);
      replace(SET_PASSWORD);
    } else if (!isThere) setToken(undefined);
  }, [given, isThere]);
  return token;
}

function CurrentPage({ place }: { place: Place }) {
  const found = pageAt(place);
  if (!found)
    return (
      <>
        <h1>{t.portal}</h1>
        <Alert>
          {t.notFound} <a href={linkTo('/patients')}>{t.patients.toList}</a>
        </Alert>
      </>
    );
  if (found.needs && !may(...found.needs))
    return (
      <>
        <h1>{found.title(t)}</h1>
        <Alert>{session().user.type === 'none' ? t.signIn.noRole : t.errors.codes.forbidden}</Alert>
      </>
    );
  const { page: Page, path } = found;
  // Another record is another page: nothing of the one before is left in its forms.
  return <Page key={place.path} params={match(path, place.path) ?? {}} query={place.query} notes={place.notes} />;
}
