import { formatMoment } from '../format';
import { t } from '../i18n';
import { kindText, lookOf, reasonText, type VisitMessage } from '../messages';

/** What the patient is told of a visit, or was. */
export function AppointmentMessages({ messages = [] }: { messages: readonly VisitMessage[] | undefined }) {
  if (messages.length === 0) return null;
  return (
    <section class="list" aria-label={t.messages.title}>
      <strong>{t.messages.title}</strong>
      <ul class="plain">
        {messages.map((message) => (
          <li key={message.id}>
            {kindText(message)} · {formatMoment(message.due_at)}{' '}
            <span class={`badge ${lookOf(message)}`}>{t.messages.states[message.state]}</span>
            {message.reason && <p class="hint">{reasonText(message.reason)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
