import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { messageOf } from '../errors';
import { type Feed, feedInput, feedOptions, feedText, type HandedFeed, loadFeeds } from '../feeds';
import { formatMoment } from '../format';
import { type Loaded, useLoad } from '../hooks';
import { office, t } from '../i18n';
import { hospital, may, session } from '../session';
import { type Staff, useStaff } from '../staff';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Alert, Loading, say } from '../ui/status';
import { Table } from '../ui/table';
import { useCreate } from '../unanswered';
import { HandedOver } from './handed-over';

/** The addresses of the own account by which calendar programs read when somebody is busy. */
export function FeedSection() {
  const loaded = useLoad(loadFeeds, []);
  const feeds = loaded.data ?? [];
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Feed>();
  const staff = useStaff(isMaking || feeds.length > 0);
  return (
    <section class="card" aria-busy={loaded.loading}>
      <div class="heading">
        <h2>{office.feeds.title}</h2>
        {may('feed:create') && <Button onClick={() => setMaking(true)}>{office.feeds.add}</Button>}
      </div>
      <p class="hint">{office.feeds.hint}</p>
      <Loading of={loaded} />
      {staff.error !== undefined && <Loading of={staff} />}
      {loaded.data && feeds.length === 0 && <p>{office.feeds.none}</p>}
      {feeds.length > 0 && (
        <FeedTable feeds={feeds} staff={staff.data} onEnd={may('feed:delete') ? setEnding : undefined} />
      )}
      {isMaking && <NewFeed staff={staff} onClose={() => setMaking(false)} onMade={loaded.reload} />}
      {ending && (
        <EndFeed
          feed={ending}
          whose={feedText(ending, staff.data)}
          onClose={() => setEnding(undefined)}
          onEnded={loaded.reload}
        />
      )}
    </section>
  );
}

interface TableProps {
  feeds: readonly Feed[];
  staff: Staff | undefined;
  /** missing where the account may end none */
  onEnd: ((feed: Feed) => void) | undefined;
}

function FeedTable({ feeds, staff, onEnd }: TableProps) {
  return (
    <Table
      caption={office.feeds.title}
      rows={feeds}
      keyOf={({ id }) => id}
      columns={[
        { head: office.feeds.of, cell: (feed) => <bdi>{feedText(feed, staff)}</bdi> },
        { head: office.feeds.since, cell: ({ created_at }) => formatMoment(created_at) },
        {
          head: t.logins.actions,
          cell: (feed) =>
            onEnd && (
              <Button aria-label={office.feeds.endOf(feedText(feed, staff))} onClick={() => onEnd(feed)}>
                {office.feeds.end}
              </Button>
            ),
        },
      ]}
    />
  );
}

interface NewProps {
  staff: Loaded<Staff>;
  onClose: () => void;
  onMade: () => void;
}

/** Makes an address, and shows it once. A doctor's is mostly their own. */
function NewFeed({ staff, onClose, onMade }: NewProps) {
  const { doctor } = session();
  const { lost, create } = useCreate<Schema<'FeedInput'>>('feed');
  const { busy, error, run } = useAction();
  const [chosen, setChosen] = useState(doctor && `doctor_id ${doctor}`);
  const [handed, setHanded] = useState<HandedFeed>();
  if (handed) return <Address handed={handed} onDone={onClose} />;
  async function make() {
    const made = await create(feedInput(chosen), (body, headers) => hospital.POST('/auth/feeds', { body, headers }));
    setHanded(unwrap(made));
    onMade();
  }
  const { data: known } = staff;
  if (!known)
    return (
      <Dialog title={office.feeds.add} onClose={onClose}>
        <Loading of={staff} />
      </Dialog>
    );
  return (
    <Dialog title={office.feeds.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(make);
        }}
      >
        <Field label={office.feeds.of}>
          {(control) => (
            <select
              {...control}
              required
              disabled={lost !== undefined}
              value={chosen}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              <option value="">{office.feeds.choose}</option>
              {feedOptions(known).map(({ label, options }) => (
                <optgroup key={label} label={label}>
                  {options.map(({ value, text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        {error !== undefined && <Alert>{lost ? `${t.lost.unknown} ${messageOf(error)}` : messageOf(error)}</Alert>}
        <div class="row end">
          <Button onClick={onClose}>{t.back}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {lost ? t.lost.findOut : office.feeds.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Address({ handed: { url }, onDone }: { handed: HandedFeed; onDone: () => void }) {
  const values = url ? [{ label: office.feeds.address, value: url }] : [];
  return (
    <HandedOver title={office.feeds.madeTitle} values={values} onDone={onDone}>
      {url ? <p>{office.feeds.once}</p> : <Alert>{office.feeds.lostAddress}</Alert>}
    </HandedOver>
  );
}

interface EndProps {
  feed: Feed;
  whose: string;
  onClose: () => void;
  onEnded: () => void;
}

function EndFeed({ feed, whose, onClose, onEnded }: EndProps) {
  async function end() {
    unwrap(await hospital.DELETE('/auth/feeds/{id}', { params: { path: { id: feed.id } } }));
    say(office.feeds.ended);
    onEnded();
    onClose();
  }
  return (
    <Confirm title={office.feeds.endTitle} submit={office.feeds.endSubmit} onClose={onClose} onConfirm={end}>
      <p>{office.feeds.endHint(whose)}</p>
    </Confirm>
  );
}
