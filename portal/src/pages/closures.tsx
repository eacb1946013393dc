import { t } from '../i18n';
import { linkTo } from '../router';
import { ClosureList } from './closure-list';

/** When no appointments are made. */
export function Closures() {
  return (
    <ClosureList>
      <h1>{t.closures.title}</h1>
      <a class="button" href={linkTo('/calendar')}>
        {t.calendar.title}
      </a>
    </ClosureList>
  );
}
