import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { nameOf } from '../format';
import { t } from '../i18n';
import { hospital } from '../session';
import { namedDoctor, toldApart, useStaff } from '../staff';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { Select } from '../ui/field';
import { Loading } from '../ui/status';

/** Gives the drafts of a doctor whose account is disabled to another one, and says how many those are. */
export function HandOver({ doctor, onClose }: { doctor: string; onClose: () => void }) {
  const staff = useStaff();
  const [to, setTo] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [done, setDone] = useState<Schema<'HandedOver'>>();
  const others = staff.data?.doctors.filter(({ id }) => id !== doctor) ?? [];
  const names = toldApart(others, namedDoctor);
  const chosen = others.find(({ id }) => id === to);

  if (done)
    return (
      <Dialog title={t.note.handOverTitle} onClose={onClose}>
        <p role="status">
          {t.note.handedOver(done.handed_over)} {done.left > 0 && chosen && t.note.left(done.left, nameOf(chosen))}
        </p>
        <div class="row end">
          <Button onClick={onClose}>{t.close}</Button>
        </div>
      </Dialog>
    );
  return (
    <Confirm
      title={t.note.handOverTitle}
      submit={t.note.handOverSubmit}
      look="primary"
      onClose={onClose}
      onConfirm={async () => {
        setMissing(!to);
        const params = { path: { id: doctor } };
        if (to) setDone(unwrap(await hospital.POST('/doctor/{id}/notes/hand-over', { params, body: { to } })));
      }}
    >
      <p>{t.note.handOverHint}</p>
      <Loading of={staff} />
      <Select
        label={t.note.handOverTo}
        error={isMissing && !to ? t.note.chooseDoctor : undefined}
        value={to}
        onChange={setTo}
        options={[
          { value: '', text: t.note.chooseDoctor },
          ...others.map(({ id }, i) => ({ value: id, text: names[i] ?? '' })),
        ]}
      />
    </Confirm>
  );
}
