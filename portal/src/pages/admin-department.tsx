import { type Schema, unwrap } from 'hospital-service-client';
import { EditForm, textOrNull, useEdit, useRecord } from '../edit';
import { hasCode, messageOf } from '../errors';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { ConfirmButton } from '../ui/confirm';
import { Input, TextArea } from '../ui/field';
import { Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { InUse } from './admin-department-in-use';
import { Up } from './admin-up';
import type { PageProps } from './index';

type Department = Schema<'Department'>;
type Texts = Record<'name' | 'code' | 'description', string>;

const NOTHING: Texts = { name: '', code: '', description: '' };
const BACK = '/admin/departments';
const labels = (): Texts => ({
  name: t.departments.name,
  code: t.departments.code,
  description: t.departments.description,
});
const up = () => <Up path={BACK} title={t.departments.title} />;

export function NewDepartment() {
  const { lost, create } = useCreate<Schema<'DepartmentInput'>>('department');
  async function add({ name, code, description }: Texts) {
    const body = { name, code, description: textOrNull(description) };
    unwrap(await create(body, (body, headers) => hospital.POST('/department/', { body, headers })));
  }
  return (
    <>
      {up()}
      <h1>{t.departments.add}</h1>
      <DepartmentForm given={NOTHING} draft="department" isLost={lost !== undefined} onSave={add} />
    </>
  );
}

/** Renames a department, or deletes it. */
export function DepartmentPage({ params: { id = '' } }: PageProps) {
  const path = { item_id: id };
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/department/{item_id}', { params: { path }, signal }),
  );
  async function remove() {
    await write((header) => hospital.DELETE('/department/{item_id}', { params: { path, header } }));
    say(t.departments.removed);
    go(BACK);
  }
  return (
    <>
      {up()}
      <div class="heading">
        <h1>{record ? <bdi>{record.name}</bdi> : t.departments.one}</h1>
        {record && may('department:delete') && (
          <ConfirmButton
            label={t.admin.remove}
            title={t.departments.removeTitle}
            submit={t.admin.deleteIt}
            onConfirm={remove}
            explain={(error) => (hasCode(error, 'in_use') ? <InUse error={error} /> : messageOf(error))}
          >
            <p>{t.departments.removeHint(record.name)}</p>
          </ConfirmButton>
        )}
      </div>
      <Loading of={loaded} />
      {record && (
        <DepartmentForm
          given={textsOf(record)}
          draft={`department ${id}`}
          onSave={(_, { description, ...changes }) =>
            write((header) => {
              const body = { ...changes, description: textOrNull(description) };
              return hospital.PATCH('/department/{item_id}', { params: { path, header }, body });
            })
          }
        />
      )}
    </>
  );
}

const textsOf = ({ name, code, description }: Department): Texts => ({ name, code, description: description ?? '' });

interface FormProps {
  given: Texts;
  draft: string;
  isLost?: boolean;
  onSave: (all: Texts, changes: Partial<Texts>) => Promise<void>;
}

function DepartmentForm({ given, draft, isLost, onSave }: FormProps) {
  const edit = useEdit(draft, given, labels(), () => t.departments.one);
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
      taken={t.departments.taken}
      isLost={isLost ?? false}
      back={linkTo(BACK)}
      onSubmit={save}
    >
      <div class="columns">
        <Input {...edit.field('name')} required maxLength={200} autocomplete="off" />
        <Input {...edit.field('code')} hint={t.departments.codeHint} required maxLength={200} autocomplete="off" />
      </div>
      <TextArea {...edit.field('description')} />
    </EditForm>
  );
}
