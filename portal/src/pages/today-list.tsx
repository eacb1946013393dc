import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Appointment, Status } from '../appointments';
import { messageOf } from '../errors';
import { formatNumber, nameOf } from '../format';
import { t } from '../i18n';
import { formatAge } from '../people';
import { may } from '../session';
import type { Acts } from '../today-acts';
import { Button } from '../ui/button';
import { Alert } from '../ui/status';
import { Table } from '../ui/table';

/** A button of each row, and the letter that presses it. */
export interface RowAct {
  text: string;
  key: string;
  to: Status;
}

interface Props {
  id: string;
  title: string;
  /** what is said where there is nobody */
  nobody: string;
  rows: readonly Appointment[];
  /** in which status they are */
  status: Status;
  head: string;
  /** when, or since when */
  when: (row: Appointment) => ComponentChildren;
  /** beside the name */
  mark?: (row: Appointment) => ComponentChildren;
  acts: readonly RowAct[];
  work: Acts;
  /** whether the doctor is the same for all */
  isOneDoctor: boolean;
  onOpen: (id: string) => void;
}

/** More than that are a list to be asked for. */
const SHOWN = 10;

/** A list of Today: people in one status, what comes next for each, and the most urgent first. */
export function TodayList({
  id,
  title,
  nobody,
  rows,
  status,
  head,
  when,
  mark,
  acts,
  work,
  isOneDoctor,
  onOpen,
}: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, SHOWN);
  const hasNumbers = rows.some(({ queue_number }) => queue_number !== undefined);
  return (
    <section class="card" aria-labelledby={id}>
      <div class="heading">
        <h2 id={id}>
          {title} <span class={rows.length > 0 ? 'badge' : 'badge over'}>{formatNumber(rows.length)}</span>
        </h2>
        {rows.length > shown.length && (
          <Button look="quiet" onClick={() => setWhole(true)}>
            {t.today.showAll(rows.length)}
          </Button>
        )}
      </div>
      {rows.length === 0 && <p class="muted">{nobody}</p>}
      {rows.length > 0 && (
        <Table
          caption={title}
          rows={shown}
          keyOf={(row) => row.id}
          columns={[
            ...(hasNumbers
              ? [
                  {
                    head: t.today.number,
                    cell: ({ queue_number }: Appointment) =>
                      queue_number !== undefined && <span class="queue-number">{formatNumber(queue_number)}</span>,
                  },
                ]
              : []),
            {
              head: t.appointment.patient,
              cell: (row) => (
                <>
                  <button type="button" class="open" data-row={row.id} onClick={() => onOpen(row.id)}>
                    <bdi>{row.patient && nameOf(row.patient)}</bdi>
                  </button>{' '}
                  {row.patient?.dob && <span class="muted age">{formatAge(row.patient)}</span>} {mark?.(row)}
                  <Reason of={row} />
                  {work.fault?.appointment.id === row.id && <Fault work={work} />}
                </>
              ),
            },
            {
              head: t.calendar.doctor,
              cell: ({ doctor, department }) => (
                <>
                  {!isOneDoctor && doctor && <bdi>{nameOf(doctor)}</bdi>} <bdi class="muted">{department?.name}</bdi>
                </>
              ),
            },
            { head, look: 'unbroken', cell: when },
            ...(may('appointment:update')
              ? [
                  {
                    head: t.today.acts,
                    cell: (row: Appointment) => (
                      <div class="row-acts">
                        {acts.map(({ text, key, to }) => (
                          <Button
                            key={to}
                            // Reached from the name by the arrow keys, or pressed by the letter.
                            tabIndex={-1}
                            aria-keyshortcuts={key}
                            title={t.today.byKey(text, key)}
                            busy={work.isBusy(row.id)}
                            onClick={() => work.set(row, status, to)}
                          >
                            {text}
                          </Button>
                        ))}
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  );
}

/** Why they come, in one line. */
const Reason = ({ of: { reason } }: { of: Appointment }) =>
  reason ? (
    <bdi class="muted clipped" title={reason}>
      {reason}
    </bdi>
  ) : null;

/** What has become of a click that changed nothing. */
export const Fault = ({ work: { fault } }: { work: Acts }) =>
  fault ? <Alert>{fault.isOutdated ? t.appointment.changedMeanwhile : messageOf(fault.error)}</Alert> : null;
