import { useCallback, useEffect, useState } from 'preact/hooks';
import { useLoad } from './hooks';
import { type Language, language, setLanguage, t } from './i18n';
import { IdleWatch } from './idle';
import { isForgotten, noteUse } from './idle-clock';
import { Main, Top } from './layout';
import { PAGES } from './pages';
import { Enrol } from './pages/enrol';
import { SignIn } from './pages/sign-in';
import { linkTo, match, type Place, usePlace } from './router';
import { beginAnew, currentSession, hasBegunAnew, hospital, may, mustEnrol, session } from './session';
import { Alert, Announcer, Loading, say } from './ui/status';
import { UnsavedBar } from './unsaved';

export function App() {
  // A message is looked up when it is drawn, so a new language draws everything anew.
  const [, setSpoken] = useState<Language>(language);
  const place = usePlace();
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
  function begin() {
    noteUse();
    setEnded(undefined);
    account.reload();
  }
  const user = account.data?.user;
  useEffect(() => {
    if (user && hasBegunAnew()) say(t.signIn.replaced(user.full_name ?? user.email));
  }, [user?.id]);

  return (
    <>
      <Top
        session={account.data}
        place={place}
        onLanguage={async (chosen) => {
          await setLanguage(chosen);
          setSpoken(chosen);
        }}
      />
      {account.data && <UnsavedBar />}
      <Main title={account.data ? titleOf(place) : t.signIn.title} place={place}>
        <Loading of={account} />
        {/* The address stays, so that people come back to where they were. */}
        {account.data === null && (
          <>
            {ended && <p class="narrow">{ended === 'idle' ? t.idle.signedOut : t.signIn.ended}</p>}
            <SignIn onSignedIn={begin} />
          </>
        )}
        {account.data &&
          (mustEnrol(account.data) ? (
            <Enrol onEnrolled={account.reload} />
          ) : (
            <CurrentPage key={account.data.user.id} place={place} />
          ))}
      </Main>
      {account.data && <IdleWatch onEnd={endIdle} />}
      <Announcer />
    </>
  );
}

const pageAt = ({ path }: Place) => PAGES.find((page) => match(page.path, path));

const titleOf = (place: Place): string => pageAt(place)?.title(t) ?? t.portal;

function CurrentPage({ place }: { place: Place }) {
  const found = pageAt(place);
  if (!found)
    return (
      <Alert>
        {t.notFound} <a href={linkTo('/patients')}>{t.patients.toList}</a>
      </Alert>
    );
  if (!may(found.needs))
    return <Alert>{session().user.type === 'none' ? t.signIn.noRole : t.errors.codes.forbidden}</Alert>;
  const { page: Page, path } = found;
  // Another record is another page: nothing of the one before is left in its forms.
  return <Page key={place.path} params={match(path, place.path) ?? {}} query={place.query} notes={place.notes} />;
}
