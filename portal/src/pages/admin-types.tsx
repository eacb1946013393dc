import { formatNumber } from '../format';
import { office, t } from '../i18n';
import { type AppointmentType, isRetired, useTypes } from '../planning';
import { linkTo } from '../router';
import { may } from '../session';
import { doctorText, type Staff, useStaff } from '../staff';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** All types of appointments: those that are offered, then those that are retired. */
export function Types() {
  const loaded = useTypes();
  const staff = useStaff();
  const types = loaded.data ?? [];
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.types.title}</h1>
        {may('hours:update') && (
          <a class="button primary" href={linkTo('/admin/types/new')}>
            {t.types.add}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {staff.error !== undefined && <Loading of={staff} />}
      {loaded.data && (
        <section class="card">
          {types.length === 0 ? (
            <p>{office.types.none}</p>
          ) : (
            <Table
              caption={t.types.title}
              rows={types}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.people.name,
                  cell: ({ id, name, ...type }) => (
                    <span class="row close">
                      <a href={linkTo(`/admin/types/${id}`)}>
                        <bdi>{name}</bdi>
                      </a>
                      {isRetired(type) && <span class="badge over">{office.types.retired}</span>}
                    </span>
                  ),
                },
                { head: office.types.length, cell: (type) => <Length type={type} /> },
                {
                  head: t.departments.title,
                  look: 'loose',
                  cell: ({ department_ids: ids }) => namesOf(ids, (id) => departmentText(id, staff.data)),
                },
                {
                  head: t.doctors.title,
                  look: 'loose',
                  cell: ({ doctor_ids: ids }) => namesOf(ids, (id) => doctorText(id, staff.data)),
                },
                { head: office.types.needs, cell: ({ needs }) => needs && <bdi>{needs}</bdi> },
              ]}
            />
          )}
        </section>
      )}
    </>
  );
}

/** How long a visit is, and what is kept before and after it. */
function Length({ type: { minutes, buffer_before, buffer_after } }: { type: AppointmentType }) {
  const isLonger = buffer_before + buffer_after > 0;
  return (
    <span>
      {t.booking.lasts(minutes)}{' '}
      {isLonger && (
        <span class="muted">{office.types.kept(formatNumber(buffer_before), formatNumber(buffer_after))}</span>
      )}
    </span>
  );
}

function namesOf(ids: readonly string[], nameOf: (id: string) => string) {
  if (ids.length === 0) return t.all;
  return (
    <ul class="plain">
      {ids.map((id) => (
        <li key={id}>
          <bdi>{nameOf(id)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A department's name: an ellipsis until the staff is known. One that is there no more has none. */
function departmentText(id: string, staff: Staff | undefined): string {
  if (!staff) return '…';
  return staff.departments.find((one) => one.id === id)?.name ?? t.closures.formerDepartment;
}
