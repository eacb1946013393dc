import { office, t } from '../i18n';
import { linkTo } from '../router';
import { may, type Permission } from '../session';
import './admin.css';

interface Part {
  path: string;
  title: string;
  does: string;
  needs?: Permission;
}

/** What there is to administer, for this account. */
export function Overview() {
  const parts: Part[] = [
    { path: '/admin/people', title: t.people.title, does: t.admin.people, needs: 'account:read' },
    { path: '/admin/doctors', title: t.doctors.title, does: t.admin.doctors, needs: 'doctor:update' },
    { path: '/admin/departments', title: t.departments.title, does: t.admin.departments, needs: 'department:update' },
    { path: '/admin/types', title: t.types.title, does: office.types.does, needs: 'hours:update' },
    { path: '/admin/rooms', title: t.rooms.title, does: office.rooms.does, needs: 'resource:update' },
    { path: '/admin/prices', title: t.prices.title, does: t.admin.prices, needs: 'catalog:update' },
    { path: '/closures', title: t.closures.title, does: t.admin.closures, needs: 'hours:update' },
    { path: '/admin/messages', title: t.messages.title, does: office.messages.does, needs: 'messaging:read' },
    { path: '/admin/programs', title: t.programs.title, does: office.programs.does, needs: 'client:read' },
    { path: '/admin/webhooks', title: t.webhooks.title, does: office.webhooks.does, needs: 'webhook:read' },
    { path: '/admin/imports', title: t.imports.title, does: office.imports.does, needs: 'import:run' },
    { path: '/admin/audit', title: t.audit.title, does: t.admin.audit, needs: 'audit:read' },
    { path: '/admin/access', title: t.access.title, does: t.admin.access, needs: 'audit:read' },
    { path: '/admin/settings', title: t.settings.title, does: t.admin.settings },
  ];
  return (
    <>
      <h1>{t.admin.title}</h1>
      <ul class="parts">
        {parts
          .filter(({ needs }) => !needs || may(needs))
          .map(({ path, title, does }) => (
            <li key={path}>
              <a class="card" href={linkTo(path)}>
                <strong>{title}</strong>
                <span class="muted">{does}</span>
              </a>
            </li>
          ))}
      </ul>
    </>
  );
}
