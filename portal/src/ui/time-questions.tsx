import { rangeText } from '../closures';
import { atMinute, formatSpan, isolated, nameOf } from '../format';
import { t } from '../i18n';
import type { Question } from '../time-check';
import { Button } from './button';
import { Dialog } from './dialog';

interface Props {
  questions: readonly Question[];
  /** what is done at the time: `t.timeCheck.book` or `t.timeCheck.move` */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether it shall be at that time all the same. */
export function TimeQuestions({ questions, confirm, busy = false, onConfirm, onClose }: Props) {
  return (
    <Dialog title={t.timeCheck.title} onClose={onClose}>
      <QuestionList questions={questions} />
      <div class="row end">
        <Button onClick={onClose}>{t.timeCheck.other}</Button>
        <Button look="primary" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** What speaks against a time. */
export function QuestionList({ questions }: Pick<Props, 'questions'>) {
  return (
    <ul class="plain">
      {questions.flatMap(textsOf).map((text) => (
        <li key={text} class="told">
          {text}
        </li>
      ))}
    </ul>
  );
}

type Person = { first_name: string; last_name: string } | undefined;
const nameIn = (person: Person): string => (person ? isolated(nameOf(person)) : '–');

function textsOf(question: Question): string[] {
  switch (question.kind) {
    case 'past':
      return [t.timeCheck.past];
    case 'closed':
      return question.closures.map((closure) => t.timeCheck.closed(isolated(closure.name), rangeText(closure)));
    case 'outside': {
      const hours = question.hours.map(({ from, to }) => isolated(formatSpan(atMinute('2000-01-01', from), to - from)));
      return [hours.length > 0 ? t.timeCheck.outside(hours.join(', ')) : t.timeCheck.noHours];
    }
    case 'patient':
      return question.visits.map((visit) => t.timeCheck.patient(spanOf(visit), nameIn(visit.doctor)));
    case 'doctor':
      return question.visits.map((visit) => t.timeCheck.doctor(spanOf(visit), nameIn(visit.patient)));
  }
}

const spanOf = ({
  schedule,
  expected_duration_minutes,
}: {
  schedule: string;
  expected_duration_minutes: number | null;
}) => isolated(formatSpan(schedule, expected_duration_minutes));
