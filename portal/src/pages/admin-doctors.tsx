import { nameOf } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { useStaff } from '../staff';
import { SearchBox } from '../ui/search-box';
import { firstOf, matching, Shown } from '../ui/shown';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';
import type { PageProps } from './index';

/** All doctors, by name. */
export function Doctors({ notes: { search = '' } }: PageProps) {
  const staff = useStaff();
  const found = matching(staff.data?.doctors ?? [], search, (doctor) =>
    [doctor.first_name, doctor.last_name, doctor.middle_name, doctor.reg_number, doctor.license_number].join(' '),
  );
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.doctors.title}</h1>
        {may('doctor:create') && (
          <a class="button primary" href={linkTo('/admin/doctors/new')}>
            {t.doctors.add}
          </a>
        )}
      </div>
      <SearchBox value={search} hint={t.doctors.filterHint} />
      <Loading of={staff} />
      {staff.data && (
        <section class="card">
          <Shown found={found.length} />
          {found.length > 0 && (
            <Table
              caption={t.doctors.title}
              rows={firstOf(found)}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.people.name,
                  cell: (doctor) => (
                    <a href={linkTo(`/admin/doctors/${doctor.id}`)}>
                      <bdi>{nameOf(doctor)}</bdi>
                    </a>
                  ),
                },
                { head: t.patients.number, look: 'unbroken', cell: ({ reg_number }) => <bdi>{reg_number}</bdi> },
                { head: t.doctors.license, look: 'loose', cell: ({ license_number }) => <bdi>{license_number}</bdi> },
                {
                  head: t.doctors.hours,
                  cell: (doctor) => (
                    <a href={linkTo(`/admin/doctors/${doctor.id}/hours`)} aria-label={t.hours.of(nameOf(doctor))}>
                      {t.doctors.hours}
                    </a>
                  ),
                },
              ]}
            />
          )}
        </section>
      )}
    </>
  );
}
