import type { Schema } from 'hospital-service-client';
import { deviceText } from '../accounts';
import { formatMoment } from '../format';
import { t } from '../i18n';
import { Button } from './button';
import { Table } from './table';

type Login = Omit<Schema<'Session'>, 'current'> & { current?: boolean };

interface Props {
  logins: readonly Login[];
  /** missing where the account may end none */
  onEnd: ((login: Login) => void) | undefined;
}

/** Where an account is signed in. The login of this page is not ended here: that is signing out. */
export function LoginTable({ logins, onEnd }: Props) {
  return (
    <Table
      caption={t.logins.of}
      rows={logins}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t.logins.device,
          cell: ({ device, current }) => (
            <span>
              <bdi title={device ?? undefined}>{deviceText(device)}</bdi>{' '}
              {current && <span class="badge good">{t.logins.here}</span>}
            </span>
          ),
        },
        { head: t.logins.begun, cell: ({ created_at }) => formatMoment(created_at) },
        { head: t.logins.used, cell: ({ last_used_at }) => last_used_at && formatMoment(last_used_at) },
        { head: t.logins.address, cell: ({ address }) => <bdi dir="ltr">{address}</bdi> },
        {
          head: t.logins.actions,
          cell: (login) =>
            onEnd &&
            !login.current && (
              <Button aria-label={t.logins.endOf(deviceText(login.device))} onClick={() => onEnd(login)}>
                {t.logins.end}
              </Button>
            ),
        },
      ]}
    />
  );
}
