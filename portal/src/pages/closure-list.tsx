import { unwrap } from 'hospital-service-client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { type Closure, loadClosures, rangeText, scopeText } from '../closures';
import { useReopen } from '../drafts';
import { hasCode, messageOf } from '../errors';
import { today } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { hospital } from '../session';
import { useStaff } from '../staff';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Alert, Loading, say } from '../ui/status';
import { Table } from '../ui/table';
import { CLOSURE_DRAFT, ClosureForm } from './closure-form';

interface Props {
  /** whose leave alone is listed, by id; otherwise all closures are */
  doctor?: string;
  /** the title, and what stands beside it */
  children: ComponentChildren;
}

const isSame = (one: Closure, other: Closure): boolean => JSON.stringify(one) === JSON.stringify(other);

/** When no appointments are made: one list, which is saved as a whole. */
export function ClosureList({ doctor, children }: Props) {
  const staff = useStaff();
  const loaded = useLoad(loadClosures, []);
  const action = useAction();
  // The list is saved as a whole: before it is here, saving one closure would lose the others.
  const busy = action.busy || loaded.loading || !loaded.data;
  /** the one that is edited; `new` for one more */
  const [editing, setEditing] = useState<Closure | 'new'>();
  const [removing, setRemoving] = useState<Closure>();
  // One that somebody else has changed or removed meanwhile is added again.
  useReopen(CLOSURE_DRAFT, (text) => {
    const closure: Closure | undefined = text ? JSON.parse(text) : undefined;
    setEditing(closure?.name ? closure : 'new');
  });
  const closures = loaded.data?.closures ?? [];
  const shown = closures
    .filter(({ doctor_id }) => !doctor || doctor_id === doctor)
    .toSorted((a, b) => a.from.localeCompare(b.from));
  const leave = doctor ? { name: '', from: today(), to: today(), department_id: null, doctor_id: doctor } : undefined;

  function close() {
    setEditing(undefined);
    setRemoving(undefined);
    action.reset();
  }
  /** The list that was read, with one closure in the place of another one. What somebody else has done since is not undone. */
  async function put(before: Closure | undefined, after: Closure | undefined) {
    const kept = closures.filter((closure) => !before || !isSame(closure, before));
    const params = { header: { 'if-match': loaded.data?.version } };
    const body = { closures: [...kept, ...(after ? [after] : [])] };
    try {
      unwrap(await hospital.PUT('/calendar/closures', { params, body }));
    } catch (error) {
      if (hasCode(error, 'outdated')) loaded.reload();
      throw error;
    }
    say(after ? t.closures.saved(after.name) : t.closures.removed);
    close();
    loaded.reload();
  }

  return (
    <>
      <div class="heading">
        {children}
        <Button look={doctor ? undefined : 'primary'} onClick={() => setEditing('new')}>
          {doctor ? t.doctors.addLeave : t.closures.add}
        </Button>
      </div>
      <p class="muted">{doctor ? t.doctors.leaveHint : t.closures.hint}</p>
      <Loading of={loaded} />
      <Loading of={staff} />
      {loaded.data && shown.length === 0 && <p class="muted">{doctor ? t.doctors.noLeave : t.closures.none}</p>}
      {shown.length > 0 && (
        <section class={doctor ? undefined : 'card'} aria-busy={loaded.loading}>
          <Table
            caption={t.closures.title}
            rows={shown}
            keyOf={(closure) => JSON.stringify(closure)}
            columns={[
              { head: t.closures.name, cell: ({ name }) => <bdi>{name}</bdi> },
              { head: t.closures.when, cell: (closure) => <span>{rangeText(closure)}</span> },
              { head: t.closures.whose, cell: (closure) => <bdi>{scopeText(closure, staff.data)}</bdi> },
              {
                head: t.closures.actions,
                cell: (closure) => (
                  <span class="row">
                    <Button aria-label={t.closures.editOf(closure.name)} onClick={() => setEditing(closure)}>
                      {t.patient.edit}
                    </Button>
                    <Button aria-label={t.closures.removeOf(closure.name)} onClick={() => setRemoving(closure)}>
                      {t.history.remove}
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        </section>
      )}
      {editing && (
        <Dialog
          title={editing !== 'new' ? t.closures.edit : doctor ? t.doctors.addLeave : t.closures.add}
          onClose={close}
        >
          <Loading of={loaded} />
          <ClosureForm
            closure={editing === 'new' ? leave : editing}
            at={editing === 'new' ? closures.length : closures.length - 1}
            today={today()}
            staff={staff}
            action={{ ...action, busy }}
            onSave={(closure) => put(editing === 'new' ? undefined : editing, closure)}
            onBack={close}
          />
        </Dialog>
      )}
      {removing && (
        <Dialog title={t.closures.removeTitle} onClose={close}>
          <p>{t.closures.removeQuestion(removing.name)}</p>
          {action.error !== undefined && <Alert>{messageOf(action.error)}</Alert>}
          <div class="row end">
            <Button onClick={close}>{t.back}</Button>
            <Button look="danger" busy={busy} onClick={() => action.run(() => put(removing, undefined))}>
              {t.history.remove}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
