import { useState } from 'preact/hooks';
import { type Account, loadAccounts, nameOfAccount, roleText } from '../accounts';
import { formatDate } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { linkTo } from '../router';
import { may } from '../session';
import { Button } from '../ui/button';
import { SearchBox } from '../ui/search-box';
import { firstOf, matching, Shown } from '../ui/shown';
import { Loading } from '../ui/status';
import { Table } from '../ui/table';
import { AccountState } from './admin-account-state';
import { Invite } from './admin-invite';
import { Up } from './admin-up';
import type { PageProps } from './index';

const searched = (account: Account): string =>
  [account.full_name, account.email, account.username, roleText(account.type)].join(' ');

/** Everybody who has an account. */
export function People({ notes: { search = '' } }: PageProps) {
  const loaded = useLoad(loadAccounts, []);
  const [isInviting, setInviting] = useState(false);
  const found = matching(loaded.data ?? [], search, searched);
  return (
    <>
      <Up />
      <div class="heading">
        <h1>{t.people.title}</h1>
        {may('account:create') && (
          <Button look="primary" onClick={() => setInviting(true)}>
            {t.people.invite}
          </Button>
        )}
      </div>
      <SearchBox value={search} hint={t.people.filterHint} />
      <Loading of={loaded} />
      {loaded.data && (
        <section class="card" aria-busy={loaded.loading}>
          <Shown found={found.length} />
          {found.length > 0 && (
            <Table
              caption={t.people.title}
              rows={firstOf(found)}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: t.people.name,
                  cell: (account) => (
                    <a href={linkTo(`/admin/people/${account.id}`)}>
                      <bdi>{nameOfAccount(account)}</bdi>
                    </a>
                  ),
                },
                { head: t.signIn.email, look: 'loose', cell: ({ email }) => <bdi>{email}</bdi> },
                { head: t.people.role, cell: ({ type }) => <span>{roleText(type)}</span> },
                { head: t.people.state, cell: (account) => <AccountState account={account} /> },
                { head: t.people.since, look: 'unbroken', cell: ({ created_at }) => formatDate(created_at) },
              ]}
            />
          )}
        </section>
      )}
      {isInviting && <Invite onClose={() => setInviting(false)} onInvited={loaded.reload} />}
    </>
  );
}
