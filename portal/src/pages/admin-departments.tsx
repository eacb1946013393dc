import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { useStaff } from '../staff';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** All departments, by name. */
export function Departments() {
  const staff = useStaff();
  const departments = staff.data?.departments ?? [];
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.departments.title}</h1>
        {may('department:create') && (
          <a class="button primary" href={linkTo('/admin/departments/new')}>
            {t.departments.add}
          </a>
        )}
      </div>
      <Loading of={staff} />
      {staff.data && (
        <section class="card">
          <p class="muted">{t.admin.shown(departments.length, departments.length)}</p>
          {departments.length > 0 && (
            <Table
              caption={t.departments.title}
              rows={departments}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.departments.name,
                  cell: ({ id, name }) => (
                    <a href={linkTo(`/admin/departments/${id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                { head: t.departments.code, cell: ({ code }) => <bdi>{code}</bdi> },
                { head: t.departments.description, look: 'loose', cell: ({ description }) => <bdi>{description}</bdi> },
              ]}
            />
          )}
        </section>
      )}
    </>
  );
}
