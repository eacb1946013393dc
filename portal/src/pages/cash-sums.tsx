import type { Report } from '../cash';
import { formatDate, formatMoney, formatNumber } from '../format';
import { t } from '../i18n';
import { Table } from '../ui/table';
import { methodText } from './payment-table';

/** What each method opened and closed with, and all of them together. */
export function Balances({ report }: { report: Report }) {
  const { opening, received, refunded, closing } = report;
  // Of one account there is no balance: a till is not one person's.
  const balance = (head: string, amountOf: (one: Partial<Report>) => number | undefined) =>
    closing === undefined
      ? []
      : [{ head, numeric: true, cell: (one: Partial<Report>) => formatMoney(amountOf(one) ?? 0) }];
  return (
    <Table
      caption={t.cash.balances}
      rows={report.methods.map((one) => ({ ...one, name: methodText(one.method) }))}
      keyOf={({ method }) => method}
      sum={{ method: '', name: t.cash.all, opening, received, refunded, closing }}
      columns={[
        { head: t.cash.method, cell: ({ name }) => <bdi>{name}</bdi> },
        ...balance(t.cash.opening, (one) => one.opening),
        { head: t.cash.received, numeric: true, cell: (one) => formatMoney(one.received) },
        { head: t.cash.refunded, numeric: true, cell: (one) => formatMoney(one.refunded) },
        ...balance(t.cash.closing, (one) => one.closing),
      ]}
    />
  );
}

type DaySum = Report['days'][number];

/** Who took what, and how. Which day it was says a column where there are several. */
export function DaySums({ report: { from, to, days } }: { report: Report }) {
  return (
    <Table
      caption={t.cash.days}
      rows={days}
      keyOf={({ date, method, account }) => `${date} ${account?.id} ${method}`}
      columns={[
        ...(from === to ? [] : [{ head: t.cash.day, cell: ({ date }: DaySum) => formatDate(date) }]),
        { head: t.cash.method, cell: ({ method }) => <bdi>{methodText(method)}</bdi> },
        { head: t.cash.account, cell: ({ account }) => <bdi>{account?.full_name ?? t.cash.nobody}</bdi> },
        { head: t.cash.count, numeric: true, cell: ({ count }) => formatNumber(count) },
        { head: t.cash.received, numeric: true, cell: ({ received }) => formatMoney(received) },
        { head: t.cash.refunded, numeric: true, cell: ({ refunded }) => formatMoney(refunded) },
        { head: t.cash.net, numeric: true, cell: ({ net }) => formatMoney(net) },
      ]}
    />
  );
}
