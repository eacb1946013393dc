import { etagOf, type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { EditForm, textOrNull, useEdit } from '../edit';
import { hasCode, messageOf } from '../errors';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
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
  const [isRemoving, setRemoving] = useState(false);
  const loaded = useLoad(
    async (signal) => {
      const result = await hospital.GET('/department/{item_id}', { params: { path: { item_id: id } }, signal });
      return { department: unwrap(result), version: etagOf(result) };
    },
    [id],
  );
  const params = { path: { item_id: id }, header: { 'if-match': loaded.data?.version } };
  /** What somebody else has changed meanwhile is loaded, to be looked at. */
  async function write(work: () => Promise<unknown>) {
    try {
      await work();
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
  }
  const department = loaded.data?.department;
  return (
    <>
      {up()}
      <div class="heading">
        <h1>{department ? <bdi>{department.name}</bdi> : t.departments.one}</h1>
        {department && may('department:delete') && <Button onClick={() => setRemoving(true)}>{t.admin.remove}</Button>}
      </div>
      <Loading of={loaded} />
      {department && (
        <DepartmentForm
          given={textsOf(department)}
          draft={`department ${id}`}
          onSave={(_, { description, ...changes }) =>
            write(async () => {
              const body = { ...changes, description: textOrNull(description) };
              unwrap(await hospital.PATCH('/department/{item_id}', { params, body }));
            })
          }
        />
      )}
      {department && isRemoving && (
        <Confirm
          title={t.departments.removeTitle}
          submit={t.admin.deleteIt}
          onClose={() => setRemoving(false)}
          onConfirm={() =>
            write(async () => {
              unwrap(await hospital.DELETE('/department/{item_id}', { params }));
              say(t.departments.removed);
              go(BACK);
            })
          }
          explain={(error) => (hasCode(error, 'in_use') ? <InUse error={error} /> : messageOf(error))}
        >
          <p>{t.departments.removeHint(department.name)}</p>
        </Confirm>
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
