import { formatTime } from '../format';
import { t } from '../i18n';
import { linkTo } from '../router';
import type { Staff } from '../staff';
import type { Offer } from '../today';

interface Props {
  id: string;
  title: string;
  nothing: string;
  offers: readonly Offer[];
  day: string;
  staff: Staff;
}

/** Times that can be given to somebody: each leads to booking with it chosen. */
export function Offers({ id, title, nothing, offers, day, staff }: Props) {
  const departments = new Map(staff.departments.map(({ id, name }) => [id, name]));
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {offers.length === 0 && <p class="muted">{nothing}</p>}
      <ul class="offers">
        {offers.map((offer) => {
          const { doctor, department, at, name } = offer;
          const time = formatTime(`${day}T${at}`);
          return (
            <li key={`${doctor} ${at}`}>
              <a
                class="button"
                href={linkTo('/booking', { doctor, department, from: day, at })}
                aria-label={t.today.bookWith(time, name)}
              >
                {time}
              </a>
              <span>
                <bdi>{name}</bdi> <bdi class="muted">{departments.get(department)}</bdi>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
