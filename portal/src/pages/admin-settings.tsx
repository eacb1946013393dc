import { ROLES, roleText } from '../accounts';
import { isolated } from '../format';
import { t } from '../i18n';
import { session } from '../session';
import { Table } from '../ui/table';
import { Up } from './admin-up';

/** What the hospital has set. It is read here, and set where the service is deployed. */
export function SettingsPage() {
  const { settings, user } = session();
  const { currency, currency_decimals, time_zone, date_order, tax_included, permissions } = settings;
  const given = (value: string | undefined) => value || t.settings.notSet;
  const rows = [
    { name: t.settings.hospitalName, value: given(settings.hospital_name), variable: 'HOSPITAL_NAME' },
    { name: t.settings.hospitalAddress, value: given(settings.hospital_address), variable: 'HOSPITAL_ADDRESS' },
    {
      name: t.settings.currency,
      value: `${isolated(currency)} · ${t.settings.decimals(currency_decimals)}`,
      variable: 'CURRENCY',
    },
    { name: t.settings.zone, value: time_zone, variable: 'TIME_ZONE' },
    { name: t.settings.dateOrder, value: t.settings.orders[date_order], variable: 'DATE_ORDER' },
    {
      name: t.settings.taxIncluded,
      value: tax_included ? t.settings.withTax : t.settings.withoutTax,
      variable: 'TAX_INCLUDED',
    },
    { name: t.settings.mail, value: settings.mail ? t.settings.mailOn : t.settings.mailOff, variable: 'MAIL_FROM' },
    { name: t.settings.taxId, value: given(settings.tax_id), variable: 'TAX_ID' },
  ];
  return (
    <>
      <Up />
      <h1>{t.settings.title}</h1>
      <section class="card">
        <p class="muted">{t.settings.hint}</p>
        <Table
          caption={t.settings.title}
          rows={rows}
          keyOf={({ variable }) => variable}
          columns={[
            { head: t.settings.setting, cell: ({ name }) => name },
            { head: t.settings.value, cell: ({ value }) => <bdi class="multiline">{value}</bdi> },
            { head: t.settings.variable, cell: ({ variable }) => <code dir="ltr">{variable}</code> },
          ]}
        />
      </section>
      <div class="cards">
        <section class="card">
          <h2>{t.settings.roles}</h2>
          <dl class="roles">
            {ROLES.map((role) => (
              <div key={role}>
                <dt>
                  {roleText(role)} {role === user.type && <span class="badge">{t.settings.yours}</span>}
                </dt>
                <dd class="muted">{t.roles[role].does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="card">
          <h2>{t.settings.permissions}</h2>
          <dl class="facts" dir="ltr">
            {[...Map.groupBy(permissions, (permission) => permission.split(':')[0])].map(([what, all]) => (
              <>
                <dt>
                  <code>{what}</code>
                </dt>
                <dd>
                  <code>{all.map((permission) => permission.split(':')[1]).join(', ')}</code>
                </dd>
              </>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
