import { roleText } from '../accounts';
import { t } from '../i18n';
import { may, session } from '../session';
import { FactorSection } from './account-factor';
import { FeedSection } from './account-feeds';
import { OwnLogins } from './account-logins';
import { PasswordSection } from './account-password';
import { ProfileSection } from './account-profile';

/** What everybody may change about their own account. */
export function AccountPage() {
  const { user } = session();
  return (
    <>
      <div>
        <h1>{t.account.title}</h1>
        <p class="muted">
          {roleText(user.type)}: {t.roles[user.type].does}
        </p>
      </div>
      <div class="cards">
        <ProfileSection />
        <PasswordSection />
        <FactorSection />
      </div>
      {may('feed:read') && <FeedSection />}
      <OwnLogins />
    </>
  );
}
