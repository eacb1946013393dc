import { office, t } from '../i18n';
import { useRooms } from '../planning';
import { linkTo } from '../router';
import { may } from '../session';
import { useStaff } from '../staff';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** All rooms and equipment, by kind. */
export function Rooms() {
  const loaded = useRooms();
  const staff = useStaff();
  const rooms = loaded.data ?? [];
  function departmentText(id: string | null): string {
    if (id === null) return t.all;
    if (!staff.data) return '…';
    return staff.data.departments.find((one) => one.id === id)?.name ?? t.closures.formerDepartment;
  }
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.rooms.title}</h1>
        {may('resource:create') && (
          <a class="button primary" href={linkTo('/admin/rooms/new')}>
            {t.rooms.add}
          </a>
        )}
      </div>
      <Loading of={loaded} />
      {staff.error !== undefined && <Loading of={staff} />}
      {loaded.data && (
        <section class="card">
          {rooms.length === 0 ? (
            <p>{office.rooms.none}</p>
          ) : (
            <Table
              caption={t.rooms.title}
              rows={rooms}
              keyOf={({ id }) => id}
              columns={[
                { head: office.rooms.kind, cell: ({ kind }) => <bdi>{kind}</bdi> },
                {
                  head: t.people.name,
                  cell: ({ id, name }) => (
                    <a href={linkTo(`/admin/rooms/${id}`)}>
                      <bdi>{name}</bdi>
                    </a>
                  ),
                },
                { head: t.calendar.department, cell: ({ department_id: id }) => <bdi>{departmentText(id)}</bdi> },
              ]}
            />
          )}
        </section>
      )}
    </>
  );
}
