import { type Schema, unwrap } from 'hospital-service-client';
import { useAction } from '../actions';
import { useEdit, useRecord } from '../edit';
import { hasCode, messageOf } from '../errors';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { isRetired } from '../planning';
import { go } from '../router';
import { hospital, may } from '../session';
import { typeLabels } from '../type-labels';
import { bodyOf, NOTHING, type TypeTexts, textsOf } from '../type-texts';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm';
import { Alert, Loading, say } from '../ui/status';
import { useCreate } from '../unanswered';
import { TYPES, TypeForm } from './admin-type-form';
import { Up } from './admin-up';
import type { PageProps } from './index';

const up = () => <Up path={TYPES} title={t.types.title} />;

export function NewType() {
  const { lost, create } = useCreate<Schema<'AppointmentTypeInput'>>('appointment type');
  const edit = useEdit('appointment type', NOTHING, typeLabels(), () => t.types.add);
  async function add(texts: TypeTexts) {
    const body = { ...bodyOf(texts), name: texts.name, minutes: Number(texts.minutes) };
    unwrap(await create(body, (body, headers) => hospital.POST('/calendar/types/', { body, headers })));
  }
  return (
    <>
      {up()}
      <h1>{t.types.add}</h1>
      <TypeForm edit={edit} isLost={lost !== undefined} onSave={add} />
    </>
  );
}

/** Changes a type of appointments, retires it, brings it back or deletes it. */
export function TypePage({ params: { id = '' } }: PageProps) {
  const path = { id };
  const { loaded, record, write } = useRecord(id, (signal) =>
    hospital.GET('/calendar/types/{id}', { params: { path }, signal }),
  );
  const change = (body: Schema<'AppointmentTypePatchInput'>) =>
    write((header) => hospital.PATCH('/calendar/types/{id}', { params: { path, header }, body }));
  async function retire() {
    await change({ retired: true });
    loaded.reload();
  }
  async function remove() {
    await write((header) => hospital.DELETE('/calendar/types/{id}', { params: { path, header } }));
    say(office.types.removed);
    go(TYPES);
  }
  return (
    <>
      {up()}
      <div class="heading">
        <h1>{record ? <bdi>{record.name}</bdi> : t.types.one}</h1>
        {record && may('hours:update') && (
          <div class="row">
            {!isRetired(record) && (
              <ConfirmButton
                label={office.types.retire}
                title={office.types.retireTitle}
                submit={office.types.retireSubmit}
                onConfirm={retire}
              >
                <p>{office.types.retireHint(record.name)}</p>
              </ConfirmButton>
            )}
            <ConfirmButton
              label={t.admin.remove}
              title={office.types.removeTitle}
              submit={t.admin.deleteIt}
              onConfirm={remove}
              explain={(error) => (hasCode(error, 'in_use') ? office.types.inUse : messageOf(error))}
            >
              <p>{office.types.removeHint(record.name)}</p>
            </ConfirmButton>
          </div>
        )}
      </div>
      <Loading of={loaded} />
      {record?.retired_at && (
        <Retired
          since={record.retired_at}
          onRestore={async () => {
            await change({ retired: false });
            loaded.reload();
          }}
        />
      )}
      {record && <ChangeType id={id} given={textsOf(record)} onSave={(_, changes) => change(bodyOf(changes))} />}
    </>
  );
}

/** Says that it is offered no more, and takes that back. */
function Retired({ since, onRestore }: { since: string; onRestore: () => Promise<void> }) {
  const { busy, error, run } = useAction();
  return (
    <>
      <p class="row">
        <span class="badge over">{office.types.retired}</span> {formatMoment(since)}
        {may('hours:update') && (
          <Button busy={busy} onClick={() => run(onRestore)}>
            {office.types.restore}
          </Button>
        )}
      </p>
      {error !== undefined && <Alert>{messageOf(error)}</Alert>}
    </>
  );
}

interface ChangeProps {
  id: string;
  given: TypeTexts;
  onSave: (all: TypeTexts, changes: Partial<TypeTexts>) => Promise<void>;
}

function ChangeType({ id, given, onSave }: ChangeProps) {
  const edit = useEdit(`appointment type ${id}`, given, typeLabels(), () => t.types.one);
  return <TypeForm edit={edit} onSave={onSave} />;
}
