import { useEffect, useState } from 'preact/hooks';
import { useLoad } from './hooks';
import { type Language, language, setLanguage, t } from './i18n';
import { Main, Top } from './layout';
import { PAGES } from './pages';
import { Enrol } from './pages/enrol';
import { SignIn } from './pages/sign-in';
import { match, type Place, usePlace } from './router';
import { currentSession, hospital, may, mustEnrol } from './session';
import { Alert, Announcer, Loading } from './ui/status';

export function App() {
  // A message is looked up when it is drawn, so a new language draws everything anew.
  const [, setSpoken] = useState<Language>(language);
  const place = usePlace();
  const session = useLoad(currentSession, []);
  useEffect(() => hospital.onSignedOut(session.reload), [session.reload]);

  return (
    <>
      <Top
        session={session.data}
        place={place}
        onLanguage={(chosen) => {
          setLanguage(chosen);
          setSpoken(chosen);
        }}
      />
      <Main title={session.data ? titleOf(place) : t.signIn.title} place={place}>
        <Loading of={session} />
        {/* The address stays, so that people come back to where they were. */}
        {session.data === null && <SignIn onSignedIn={session.reload} />}
        {session.data &&
          (mustEnrol(session.data) ? <Enrol onEnrolled={session.reload} /> : <CurrentPage place={place} />)}
      </Main>
      <Announcer />
    </>
  );
}

const pageAt = ({ path }: Place) => PAGES.find((page) => match(page.path, path));

const titleOf = (place: Place): string => pageAt(place)?.title(t) ?? t.portal;

function CurrentPage({ place }: { place: Place }) {
  const found = pageAt(place);
  if (!found) return <Alert>{t.notFound}</Alert>;
  if (!may(found.needs)) return <Alert>{t.errors.forbidden}</Alert>;
  const { page: Page, path } = found;
  // Another record is another page: nothing of the one before is left in its forms.
  return <Page key={place.path} params={match(path, place.path) ?? {}} query={place.query} />;
}
