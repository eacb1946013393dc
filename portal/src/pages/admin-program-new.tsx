import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { EditForm, useEdit } from '../edit';
import { office, t } from '../i18n';
import { DOCS, endOf, type Handed, readKeys } from '../programs';
import { go, linkTo } from '../router';
import { hospital } from '../session';
import { Select } from '../ui/field';
import { useCreate } from '../unanswered';
import { KeysField, ProgramFields, programLabels } from './admin-program-fields';
import { HandOut } from './admin-program-secret';
import { Up } from './admin-up';

const BACK = '/admin/programs';
const NOTHING = { name: '', scope: '', keys: '', ends: '', proof: 'secret' };

/** Registers a program, and shows once what it signs in by. */
export function NewProgram() {
  const { lost, create } = useCreate<Schema<'ClientInput'>>('program');
  const edit = useEdit('program', NOTHING, { ...programLabels(), proof: office.programs.proof }, () => t.programs.add);
  const [handed, setHanded] = useState<Handed>();
  const byKeys = edit.value.proof === 'keys';

  async function add() {
    const { name, scope, keys, ends } = edit.value;
    const jwks = byKeys ? readKeys(keys) : undefined;
    const body = { name, scope, expires_at: endOf(ends), ...(jwks ? { jwks } : { secret: true as const }) };
    const made = unwrap(await create(body, (body, headers) => hospital.POST('/auth/clients', { body, headers })));
    edit.draft.clear();
    setHanded(made);
  }

  return (
    <>
      <Up path={BACK} title={t.programs.title} />
      <h1>{t.programs.add}</h1>
      <EditForm
        edit={edit}
        submit={office.programs.addSubmit}
        isLost={lost !== undefined}
        back={linkTo(BACK)}
        onSubmit={add}
      >
        <p class="hint">
          {office.programs.what} <a href={DOCS}>{office.programs.docs}</a>
        </p>
        <ProgramFields edit={edit} />
        <Select
          label={office.programs.proof}
          hint={byKeys ? office.programs.byKeysHint : office.programs.bySecretHint}
          value={edit.value.proof}
          onChange={(proof) => edit.set('proof', proof)}
          options={[
            { value: 'secret', text: office.programs.bySecret },
            { value: 'keys', text: office.programs.byKeys },
          ]}
        />
        {byKeys && <KeysField edit={edit} />}
      </EditForm>
      {handed && <HandOut title={office.programs.handedTitle(handed.name)} handed={handed} onDone={() => go(BACK)} />}
    </>
  );
}
