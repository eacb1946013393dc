import { type Schema, unwrap } from 'hospital-service-client';
import { EditForm, textOrNull, useEdit, useRecord } from '../edit';
import { faultOf, hasCode, messageOf } from '../errors';
import { office, t } from '../i18n';
import type { Room } from '../planning';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { namedDepartment, toldApart, useStaff } from '../staff';
import { ConfirmButton } from '../ui/confirm';
import { Input, Select } from '../ui/field';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { ToAppointment, usedBy } from './admin-in-use';
import { KindField } from './admin-kind-field';
import { Up } from './admin-up';
import type { PageProps } from './index';

type Texts = Record<'name' | 'kind' | 'department_id', string>;

const NOTHING: Texts = { name: '', kind: '', department_id: '' };
const BACK = '/admin/rooms';
const labels = (): Texts => ({
  name: t.people.name,
  kind: office.rooms.kind,
  department_id: t.calendar.department,
});
const up = () => <Up path={BACK} title={t.rooms.title} />;

export function NewRoom() {
  const { lost, create } = useCreate<Schema<'CalendarResourceInput'>>('room');
  async function add({ name, kind, department_id }: Texts) {
    const body = { name, kind, department_id: textOrNull(department_id) };
    unwrap(await create(body, (body, headers) => hospital.POST('/calendar/resources/', { body, headers })));
  }
  return (
    <>
      {up()}
      <h1>{t.rooms.add}</h1>
      <RoomForm given={NOTHING} draft="room" isLost={lost !== undefined} onSave={add} />
    </>
  );
}

/** Changes a room or a device, or deletes it. */
export function RoomPage({ params: { id = '' } }: PageProps) {
  const path = { id };
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/calendar/resources/{id}', { params: { path }, signal }),
  );
  async function remove() {
    await write((header) => hospital.DELETE('/calendar/resources/{id}', { params: { path, header } }));
    say(office.rooms.removed(record?.name ?? ''));
    go(BACK);
  }
  return (
    <>
      {up()}
      <div class="heading">
        <h1>{record ? <bdi>{record.name}</bdi> : t.rooms.one}</h1>
        {record && may('resource:delete') && (
          <ConfirmButton
            label={t.admin.remove}
            title={office.rooms.removeTitle}
            submit={t.admin.deleteIt}
            onConfirm={remove}
            explain={(error) => (hasCode(error, 'in_use') ? <InUse error={error} /> : messageOf(error))}
          >
            <p>{office.rooms.removeHint(record.name)}</p>
          </ConfirmButton>
        )}
      </div>
      <Loading of={loaded} />
      {record && (
        <RoomForm
          given={textsOf(record)}
          draft={`room ${id}`}
          onSave={(_, { department_id, ...changes }) =>
            write((header) => {
              const body = { ...changes, department_id: textOrNull(department_id) };
              return hospital.PATCH('/calendar/resources/{id}', { params: { path, header }, body });
            })
          }
        />
      )}
    </>
  );
}

/** Why it stays, and the way to the first visit that takes it. */
const InUse = ({ error }: { error: unknown }) => (
  <>
    {office.rooms.inUse} <ToAppointment id={usedBy(error)} />
  </>
);

const textsOf = ({ name, kind, department_id }: Room): Texts => ({ name, kind, department_id: department_id ?? '' });

interface FormProps {
  given: Texts;
  draft: string;
  isLost?: boolean;
  onSave: (all: Texts, changes: Partial<Texts>) => Promise<void>;
}

function RoomForm({ given, draft, isLost = false, onSave }: FormProps) {
  const edit = useEdit<keyof Texts>(draft, given, labels(), () => t.rooms.one);
  const staff = useStaff();
  const departments = staff.data?.departments ?? [];
  const names = toldApart(departments, namedDepartment);
  const { department_id } = edit.value;
  const nameOf = (id: string) => departments.find((one) => one.id === id)?.name;
  const former = staff.data ? t.closures.formerDepartment : '…';
  async function save() {
    await onSave(edit.value, edit.changes);
    edit.draft.clear();
    say(t.departments.saved(edit.value.name));
    go(BACK);
  }
  return (
    <EditForm
      edit={edit}
      submit={t.save}
      isLost={isLost}
      back={linkTo(BACK)}
      shown={(name, text) => (name === 'department_id' ? (nameOf(text) ?? t.all) : text)}
      onSubmit={save}
    >
      {staff.error !== undefined && <Loading of={staff} />}
      <div class="columns">
        <Input {...edit.field('name')} required maxLength={200} autocomplete="off" />
        <KindField
          {...edit.field('kind')}
          hint={office.rooms.kindHint}
          required
          onChange={(kind) => edit.set('kind', kind)}
        />
        <Select
          label={edit.labels.department_id}
          hint={office.rooms.ofHint}
          error={faultOf(edit.action.error, 'department_id')}
          value={department_id}
          onChange={(id) => edit.set('department_id', id)}
          options={[
            { value: '', text: t.all },
            ...departments.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
            ...(department_id && !nameOf(department_id) ? [{ value: department_id, text: former }] : []),
          ]}
        />
      </div>
    </EditForm>
  );
}
