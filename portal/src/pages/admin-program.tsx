import { useState } from 'preact/hooks';
import { EditForm, useEdit, useRecord } from '../edit';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { endOf, lastDayOf, type Program, readKeys, tokenAddress } from '../programs';
import { go, linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm';
import { Loading, say } from '../ui/status';
import { KeysField, ProgramFields, type ProgramTexts, programLabels } from './admin-program-fields';
import { Renew } from './admin-program-secret';
import { Ends, Former } from './admin-programs';
import { Up } from './admin-up';
import type { PageProps } from './index';

const BACK = '/admin/programs';

/** A program: what it may do, until when, and its secret. */
export function ProgramPage({ params: { id = '' } }: PageProps) {
  const path = { id };
  const [isRenewing, setRenewing] = useState(false);
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/auth/clients/{id}', { params: { path }, signal }),
  );
  async function remove() {
    await write((header) => hospital.DELETE('/auth/clients/{id}', { params: { path, header } }));
    say(office.programs.removed(record?.name ?? ''));
    go(BACK);
  }
  async function save({ name, scope, keys, ends }: Partial<ProgramTexts>) {
    const jwks = keys === undefined ? undefined : readKeys(keys);
    const body = { name, scope, jwks, expires_at: ends === undefined ? undefined : endOf(ends) };
    await write((header) => hospital.PATCH('/auth/clients/{id}', { params: { path, header }, body }));
  }
  return (
    <>
      <Up path={BACK} title={t.programs.title} />
      <div class="heading">
        <h1>{record ? <bdi>{record.name}</bdi> : t.programs.one}</h1>
        {record && (
          <div class="row">
            {!record.jwks && may('client:update') && (
              <Button onClick={() => setRenewing(true)}>{office.programs.renew}</Button>
            )}
            {may('client:delete') && (
              <ConfirmButton
                label={t.admin.remove}
                title={office.programs.removeTitle}
                submit={t.admin.deleteIt}
                onConfirm={remove}
              >
                <p>{office.programs.removeHint(record.name)}</p>
              </ConfirmButton>
            )}
          </div>
        )}
      </div>
      <Loading of={loaded} />
      {record && <Facts program={record} />}
      {record && may('client:update') && <ProgramForm id={id} given={textsOf(record)} onSave={save} />}
      {record && isRenewing && <Renew program={record} onClose={() => setRenewing(false)} onRenewed={loaded.reload} />}
    </>
  );
}

const textsOf = (program: Program): ProgramTexts => ({
  name: program.name,
  scope: program.scope,
  keys: program.jwks ? JSON.stringify(program.jwks, null, 2) : '',
  ends: lastDayOf(program),
});

function Facts({ program }: { program: Program }) {
  const { client_id, created_at, last_used_at } = program;
  return (
    <section class="card">
      <dl class="facts">
        <dt>{office.programs.clientId}</dt>
        <dd>
          <code dir="ltr">{client_id}</code>
        </dd>
        <dt>{office.programs.tokenAddress}</dt>
        <dd>
          <code dir="ltr">{tokenAddress()}</code>
        </dd>
        <dt>{office.programs.since}</dt>
        <dd>{formatMoment(created_at)}</dd>
        <dt>{t.logins.used}</dt>
        <dd>{last_used_at ? formatMoment(last_used_at) : office.programs.unused}</dd>
        <dt>{office.programs.until}</dt>
        <dd>
          <Ends program={program} />
        </dd>
      </dl>
      <Former program={program} />
      {may('audit:read') && (
        <p class="row">
          <a href={linkTo('/admin/audit', { actor: client_id })}>{office.programs.changes}</a>
          <a href={linkTo('/admin/audit', { record: client_id })}>{office.programs.changesOf}</a>
        </p>
      )}
    </section>
  );
}

interface FormProps {
  id: string;
  given: ProgramTexts;
  onSave: (changes: Partial<ProgramTexts>) => Promise<void>;
}

function ProgramForm({ id, given, onSave }: FormProps) {
  const edit = useEdit<keyof ProgramTexts>(`program ${id}`, given, programLabels(), () => t.programs.one);
  async function save() {
    await onSave(edit.changes);
    edit.draft.clear();
    say(office.programs.saved(edit.value.name));
    go(BACK);
  }
  return (
    <EditForm edit={edit} submit={t.save} back={linkTo(BACK)} onSubmit={save}>
      <ProgramFields edit={edit} />
      {given.keys && <KeysField edit={edit} />}
      <p class="hint">{office.programs.endsTokens}</p>
    </EditForm>
  );
}
