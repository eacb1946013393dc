import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { type Invited, ROLES, type Role, roleText } from '../accounts';
import { useAction } from '../actions';
import { Restored, useDraft } from '../drafts';
import { faultOf } from '../errors';
import { t } from '../i18n';
import { hospital, session } from '../session';
import { Dialog } from '../ui/dialog';
import { Input, Select } from '../ui/field';
import { FormEnd } from '../ui/form-end';
import { MailLanguage, mailLanguageOf } from '../ui/mail-language';
import { useCreate } from '../unanswered';
import { PasswordLink } from './admin-link';

type Invitation = Pick<Schema<'InvitationInput'>, 'email' | 'full_name' | 'language'> & { type: Role };

const NOBODY: Invitation = { full_name: '', email: '', type: 'staff' };

/** Makes an account whose owner sets the password, by a link that is shown then. */
export function Invite({ onClose, onInvited }: { onClose: () => void; onInvited: () => void }) {
  const { lost, create } = useCreate<Invitation>('account');
  const draft = useDraft('invitation', lost ?? NOBODY, () => t.people.invite);
  const [invited, setInvited] = useState<Invited>();
  const action = useAction();
  const person = draft.value;
  const { mail } = session().settings;

  const invite = () =>
    action.run(async () => {
      const made = unwrap(await create(person, (body, headers) => hospital.POST('/auth/users', { body, headers })));
      setInvited(made);
      draft.clear();
      onInvited();
    });
  const text = (name: 'full_name' | 'email') => ({
    required: true,
    autocomplete: 'off',
    maxLength: 200,
    value: person[name],
    error: faultOf(action.error, name),
    onInput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      draft.set({ ...person, [name]: value }),
  });

  return (
    <Dialog title={t.people.invite} onClose={onClose}>
      {invited ? (
        <PasswordLink invited={invited} onDone={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            invite();
          }}
        >
          <p class="hint">{mail ? t.people.inviteHintMail : t.people.inviteHint}</p>
          <Restored of={draft} />
          <fieldset class="whole" disabled={lost !== undefined}>
            <Input label={t.people.name} {...text('full_name')} />
            <Input label={t.signIn.email} type="email" dir="ltr" {...text('email')} />
            <Select
              label={t.people.role}
              hint={person.type === 'doctor' ? t.people.inviteDoctor : t.roles[person.type].does}
              value={person.type}
              onChange={(type) => draft.set({ ...person, type: type as Role })}
              options={ROLES.map((role) => ({ value: role, text: roleText(role) }))}
            />
            {mail && (
              <MailLanguage
                value={person.language ?? ''}
                error={faultOf(action.error, 'language')}
                onChange={(language) => draft.set({ ...person, language: mailLanguageOf(language) })}
              />
            )}
          </fieldset>
          <FormEnd
            {...{ draft, action }}
            back={onClose}
            submit={t.people.inviteSubmit}
            isLost={lost !== undefined}
            taken={t.people.taken}
          />
        </form>
      )}
    </Dialog>
  );
}
