import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatMoment } from '../format';
import { office, t } from '../i18n';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { CopyField } from '../ui/copy-field';
import { Dialog } from '../ui/dialog';
import { Checkbox } from '../ui/field';

interface HandedOverProps {
  title: string;
  /** what there is to say of them, or why they are not here */
  children: ComponentChildren;
  values: readonly { label: string; value: string }[];
  onDone: () => void;
}

/** What the service answers once, and the portal keeps nowhere, to be copied. */
export function HandedOver({ title, children, values, onDone }: HandedOverProps) {
  return (
    <Dialog title={title} onClose={onDone}>
      {children}
      {values.map(({ label, value }) => (
        <CopyField
          key={label}
          label={label}
          value={value}
          copy={office.programs.copy}
          copyLabel={office.programs.copyOf(label)}
          copied={office.programs.copied(label)}
        />
      ))}
      <div class="row end">
        <Button look="primary" onClick={onDone}>
          {t.people.link.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface RenewSecretProps {
  hint: string;
  /** what it means that the present secret ends at once */
  revoke: string;
  /** until when the one before the present one works, if it does; null: it does not */
  former: string | null;
  onClose: () => void;
  onConfirm: (body: { revoke_old: boolean }) => Promise<void>;
}

/** Asks what becomes of the present secret, before another one is made. */
export function RenewSecret({ hint, revoke, former, onClose, onConfirm }: RenewSecretProps) {
  const [isRevoked, setRevoked] = useState(false);
  return (
    <Confirm
      title={office.programs.renewTitle}
      submit={office.programs.renewSubmit}
      look="primary"
      onClose={onClose}
      onConfirm={() => onConfirm({ revoke_old: isRevoked })}
    >
      <p>{hint}</p>
      <Checkbox label={revoke} checked={isRevoked} onChange={setRevoked} />
      {former && <p>{office.programs.renewThird(formatMoment(former))}</p>}
    </Confirm>
  );
}
