import { unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { type Account, isOwn, loadAccounts, nameOfAccount, roleText } from '../accounts';
import { formatMoment } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { hospital, may } from '../session';
import { Button } from '../ui/button';
import { Phone } from '../ui/phone';
import { Alert, Loading } from '../ui/status';
import { AccountState } from './admin-account-state';
import { type Act, PersonAct } from './admin-person-acts';
import { PersonLogins } from './admin-person-logins';
import { HandOver } from './admin-person-notes';
import { Up } from './admin-up';
import type { PageProps } from './index';

/** An account, and all that an administrator can do about it. */
export function Person({ params: { id = '' } }: PageProps) {
  // The service has no single account to read.
  const loaded = useLoad(loadAccounts, []);
  const [act, setAct] = useState<Act>();
  const account = loaded.data?.find((one) => one.id === id);
  if (!account)
    return (
      <>
        <Up path="/admin/people" title={t.people.title} />
        <h1>{t.people.one}</h1>
        {loaded.data ? <Alert>{t.errors.codes.not_found}</Alert> : <Loading of={loaded} />}
      </>
    );
  return (
    <>
      <Up path="/admin/people" title={t.people.title} />
      <h1>
        <bdi>{nameOfAccount(account)}</bdi>
      </h1>
      <Loading of={loaded} />
      <div class="cards">
        <section class="card" aria-busy={loaded.loading}>
          <h2>{t.people.one}</h2>
          <Facts account={account} />
          {(account.type === 'doctor' || account.disabled) && <DoctorOf account={account} />}
          {isOwn(account) ? (
            <p class="told">
              {t.people.own} <a href={linkTo('/account')}>{t.people.toOwn}</a>
            </p>
          ) : (
            may('account:update') && <Acts account={account} onAct={setAct} />
          )}
          {may('audit:read') && (
            <p class="row">
              <a href={linkTo('/admin/audit', { actor: id })}>{t.people.changes}</a>
              <a href={linkTo('/admin/audit', { record: id })}>{t.people.changesOf}</a>
            </p>
          )}
        </section>
        {!isOwn(account) && <PersonLogins key={`${account.type} ${account.disabled}`} id={id} />}
      </div>
      {act && <PersonAct act={act} account={account} onClose={() => setAct(undefined)} onChanged={loaded.reload} />}
    </>
  );
}

function Facts({ account }: { account: Account }) {
  const { email, username, phone_number, type, created_at } = account;
  const facts = [
    [t.signIn.email, email],
    [t.people.username, username !== email && username],
    [t.doctors.phone, phone_number && <Phone field={phone_number} />],
    [t.people.since, formatMoment(created_at)],
  ] as const;
  return (
    <>
      <AccountState account={account} />
      <p>
        <strong>{roleText(type)}</strong>
        <br />
        <span class="muted">{t.roles[type].does}</span>
      </p>
      <dl class="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </>
            ),
        )}
      </dl>
    </>
  );
}

/** The record that the account of a doctor belongs to, or of one who has left: it has the name and the e-mail. */
function DoctorOf({ account: { id, disabled } }: { account: Account }) {
  const [isHandingOver, setHandingOver] = useState(false);
  const loaded = useLoad(
    async (signal) => unwrap(await hospital.GET('/doctor/', { params: { query: { user_id: id } }, signal })),
    [id],
  );
  const doctor = loaded.data?.[0];
  if (!doctor) return <Loading of={loaded} />;
  return (
    <div class="row">
      <a href={linkTo(`/admin/doctors/${doctor.id}`)}>{t.doctors.record}</a>
      {disabled && may('note:hand-over') && <Button onClick={() => setHandingOver(true)}>{t.note.handOver}</Button>}
      {isHandingOver && <HandOver doctor={doctor.id} onClose={() => setHandingOver(false)} />}
    </div>
  );
}

function Acts({ account, onAct }: { account: Account; onAct: (act: Act) => void }) {
  const { disabled, password_set, totp_enabled } = account;
  return (
    <div class="row">
      <Button onClick={() => onAct('role')}>{t.people.changeRole}</Button>
      {!disabled && <Button onClick={() => onAct('reset')}>{password_set ? t.people.reset : t.people.newLink}</Button>}
      {totp_enabled && <Button onClick={() => onAct('factor')}>{t.people.factorOff}</Button>}
      {disabled ? (
        <Button onClick={() => onAct('enable')}>{t.people.enable}</Button>
      ) : (
        <Button onClick={() => onAct('disable')}>{t.people.disable}</Button>
      )}
    </div>
  );
}
