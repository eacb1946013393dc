import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { type Account, type Invited, nameOfAccount, ROLES, type Role, roleText } from '../accounts';
import { t } from '../i18n';
import { hospital } from '../session';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { Select } from '../ui/field';
import { say } from '../ui/status';
import { PasswordLink } from './admin-link';

export type Act = 'role' | 'reset' | 'factor' | 'disable' | 'enable';

interface Props {
  account: Account;
  onClose: () => void;
  onChanged: () => void;
}

/** One of the things that are done to an account: says what follows, and asks once more. */
export function PersonAct({ act, ...props }: Props & { act: Act }) {
  const { account, onClose, onChanged } = props;
  const params = { path: { id: account.id } };
  if (act === 'role') return <ChangeRole {...props} />;
  if (act === 'reset') return <Reset {...props} />;

  async function patch(body: Schema<'AccountPatchInput'>, done: string) {
    unwrap(await hospital.PATCH('/auth/users/{id}', { params, body }));
    end(done);
  }
  function end(done: string) {
    say(done);
    onChanged();
    onClose();
  }
  if (act === 'factor')
    return (
      <Confirm
        title={t.people.factorOffTitle}
        submit={t.people.factorOffSubmit}
        onClose={onClose}
        onConfirm={async () => {
          unwrap(await hospital.DELETE('/auth/users/{id}/totp', { params }));
          end(t.people.factorIsOff);
        }}
      >
        <p>{t.people.factorOffHint}</p>
      </Confirm>
    );
  if (act === 'enable')
    return (
      <Confirm
        title={t.people.enable}
        submit={t.people.enable}
        look="primary"
        onClose={onClose}
        onConfirm={() => patch({ disabled: false }, t.people.wasEnabled)}
      >
        <p>
          <bdi>{nameOfAccount(account)}</bdi> · {roleText(account.type)}
        </p>
      </Confirm>
    );
  return (
    <Confirm
      title={t.people.disableTitle}
      submit={t.people.disableSubmit}
      onClose={onClose}
      onConfirm={() => patch({ disabled: true }, t.people.wasDisabled)}
    >
      <p>{t.people.disableHint}</p>
    </Confirm>
  );
}

function ChangeRole({ account, onClose, onChanged }: Props) {
  const [role, setRole] = useState<Role>(account.type);
  async function change() {
    const params = { path: { id: account.id } };
    const changed = unwrap(await hospital.PATCH('/auth/users/{id}', { params, body: { type: role } }));
    say(t.people.roleChanged(roleText(changed.type)));
    onChanged();
    onClose();
  }
  return (
    <Confirm
      title={t.people.changeRoleTitle(nameOfAccount(account))}
      submit={t.admin.change}
      look="primary"
      onClose={onClose}
      onConfirm={change}
    >
      <Select
        label={t.people.role}
        hint={t.roles[role].does}
        value={role}
        onChange={(chosen) => setRole(chosen as Role)}
        options={ROLES.map((value) => ({ value, text: roleText(value) }))}
      />
      <p>{t.people.changeRoleHint}</p>
    </Confirm>
  );
}

function Reset({ account, onClose, onChanged }: Props) {
  const [invited, setInvited] = useState<Invited>();
  if (invited)
    return (
      <Dialog title={t.people.resetTitle} onClose={onClose}>
        <PasswordLink invited={invited} onDone={onClose} />
      </Dialog>
    );
  return (
    <Confirm
      title={t.people.resetTitle}
      submit={t.people.resetSubmit}
      onClose={onClose}
      onConfirm={async () => {
        const params = { path: { id: account.id } };
        setInvited(unwrap(await hospital.POST('/auth/users/{id}/reset', { params })));
        onChanged();
      }}
    >
      <p>{t.people.resetHint}</p>
    </Confirm>
  );
}
