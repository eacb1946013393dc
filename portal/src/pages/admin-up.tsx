import { t } from '../i18n';
import { linkTo } from '../router';
import './admin.css';

/** Leads to what a page is a part of. */
export function Up({ path = '/admin', title = t.admin.title }: { path?: string; title?: string }) {
  return (
    <a class="up" href={linkTo(path)}>
      <span aria-hidden="true">‹</span> {title}
    </a>
  );
}
