import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { nameOfAccount } from '../accounts';
import { EditForm, useEdit } from '../edit';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital, may, noteAccountChange, session } from '../session';
import { Input, Password } from '../ui/field';
import { MailLanguage, mailLanguageOf, mailLanguageText } from '../ui/mail-language';
import { say } from '../ui/status';

/** Name and e-mail. Those of a doctor are in the doctor's record. */
export function ProfileSection() {
  if (may('profile:update')) return <ProfileForm />;
  const { user } = session();
  return (
    <section class="card">
      <h2>{t.account.you}</h2>
      <dl class="facts">
        <dt>{t.signUp.name}</dt>
        <dd>
          <bdi>{nameOfAccount(user)}</bdi>
        </dd>
        <dt>{t.signIn.email}</dt>
        <dd>
          <bdi>{user.email}</bdi>
        </dd>
      </dl>
      <p class="hint">{t.account.ofRecord}</p>
    </section>
  );
}

function ProfileForm() {
  const { user, settings } = session();
  const given = { full_name: user.full_name ?? '', email: user.email, language: user.language ?? '' };
  const labels = { full_name: t.signUp.name, email: t.signIn.email, language: t.account.mailLanguage };
  const edit = useEdit('profile', given, labels, () => t.account.you);
  const [current_password, setPassword] = useState('');
  const isOtherEmail = edit.changes.email !== undefined;

  async function save() {
    const { language, ...changes } = edit.changes;
    const body = {
      ...changes,
      ...(language !== undefined && { language: mailLanguageOf(language) }),
      ...(isOtherEmail && { current_password }),
    };
    noteAccountChange(unwrap(await hospital.PATCH('/auth/users/me', { body })));
    edit.draft.clear();
    setPassword('');
    say(t.account.saved);
  }

  return (
    <EditForm
      edit={edit}
      submit={t.save}
      taken={t.account.emailTaken}
      back={linkTo('/account')}
      onSubmit={save}
      shown={(name, text) => (name === 'language' ? mailLanguageText(text) : text)}
    >
      <h2>{t.account.you}</h2>
      <Input {...edit.field('full_name')} autocomplete="name" required maxLength={200} />
      <Input
        {...edit.field('email')}
        hint={isOtherEmail ? t.account.emailHint : undefined}
        type="email"
        dir="ltr"
        autocomplete="email"
        required
        maxLength={200}
      />
      {isOtherEmail && (
        <Password
          label={t.account.present}
          value={current_password}
          onInput={({ currentTarget: { value } }) => setPassword(value)}
        />
      )}
      {settings.mail && (
        <MailLanguage
          value={edit.value.language}
          error={edit.field('language').error}
          onChange={(language) => edit.set('language', language)}
        />
      )}
    </EditForm>
  );
}
