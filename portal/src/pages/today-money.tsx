import { loadReport } from '../cash';
import { formatMoney, formatTime, now } from '../format';
import { useLoad } from '../hooks';
import { t } from '../i18n';
import { loadUnpaid } from '../invoices';
import { linkTo } from '../router';
import { may } from '../session';
import { Loading } from '../ui/status';
import { methodText } from './payment-table';

type Till = ReturnType<typeof useTill>;

/** What the till has taken today, and what people owe, for who may know. @param minute the present one: it is looked at every ten */
export function useTill(minute: string) {
  const tens = minute.slice(0, -1);
  const isAsked = may('payment:report');
  const taken = useLoad(
    async (signal) => (isAsked ? { at: now(), report: await loadReport({}, signal) } : null),
    [tens, isAsked],
  );
  const unpaid = useLoad(
    async (signal) => (isAsked && may('invoice:read') ? loadUnpaid(signal) : null),
    [tens, isAsked],
  );
  return { isAsked, taken, unpaid };
}

export function TodayMoney({ till: { taken, unpaid } }: { till: Till }) {
  const { report, at } = taken.data ?? {};
  return (
    <section class="card money" aria-labelledby="today-money">
      <div class="heading">
        <h2 id="today-money">{t.today.money}</h2>
        {at && <span class="muted">{t.today.asOf(formatTime(at))}</span>}
      </div>
      <Loading of={taken} />
      {report && (
        <a class="figure" href={linkTo('/cash')}>
          <strong>{formatMoney(report.received - report.refunded)}</strong> <span>{t.today.taken}</span>
        </a>
      )}
      {report && report.methods.length > 0 && (
        <dl class="facts">
          {report.methods.map(({ method, received, refunded }) => [
            <dt key={method}>
              <bdi>{methodText(method)}</bdi>
            </dt>,
            <dd key={`${method} sum`} class="numeric">
              {formatMoney(received - refunded)}
            </dd>,
          ])}
        </dl>
      )}
      <Loading of={unpaid} />
      {unpaid.data && (
        <a class="figure" href={linkTo('/invoices', { show: 'unpaid' })}>
          {unpaid.data.amount !== undefined && <strong>{formatMoney(unpaid.data.amount)}</strong>}{' '}
          <span>{unpaid.data.isMore ? t.today.unpaidMore(unpaid.data.count) : t.today.unpaid(unpaid.data.count)}</span>
        </a>
      )}
      <a href={linkTo('/invoices', { show: 'overdue' })}>{t.today.overdue}</a>
    </section>
  );
}
