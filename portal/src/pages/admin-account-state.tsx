import type { Account } from '../accounts';
import { t } from '../i18n';

/** Whether an account can be used, in a word each. */
export function AccountState({ account }: { account: Account }) {
  const { disabled, password_set, totp_enabled } = account;
  return (
    <span class="tags">
      {disabled ? (
        <span class="badge bad">{t.people.disabled}</span>
      ) : password_set ? (
        <span class="badge good">{t.people.active}</span>
      ) : (
        <span class="badge warn">{t.people.invited}</span>
      )}
      {totp_enabled && <span class="badge">{t.people.factor}</span>}
    </span>
  );
}
