import { useRef, useState } from 'preact/hooks';
import { type About, NOTHING } from '../about';
import { keepDraft, useDraft } from '../drafts';
import type { Edit } from '../edit';
import { faultOf } from '../errors';
import { t } from '../i18n';
import { Input, TextArea } from '../ui/field';

type Field = Edit<keyof About>['field'];

export const aboutLabels = (): About => ({ reason: t.visit.why, notes: t.visit.remarks, tags: t.prices.tags });

/** Why somebody comes, and behind a fold what few visits have. */
export function AboutFields({ field, isOpen: wasOpen = false }: { field: Field; isOpen?: boolean }) {
  const [isOpen, setOpen] = useState(() => wasOpen || field('notes').value !== '' || field('tags').value !== '');
  return (
    <>
      <TextArea {...field('reason')} hint={t.visit.whyHint} rows={2} maxLength={500} />
      <details class="folded" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t.visit.more}</summary>
        <div class="whole">
          <TextArea {...field('notes')} maxLength={4000} />
          <Input {...field('tags')} hint={t.prices.tagsHint} autocomplete="off" />
        </div>
      </details>
    </>
  );
}

/** The fields over what was typed. @param error of the service, which says what is wrong with one of them */
export const fieldsOf =
  (about: About, onChange: (next: About) => void, error: unknown): Field =>
  (name) => ({
    label: aboutLabels()[name],
    name,
    value: about[name],
    error: faultOf(error, name),
    onInput: ({ currentTarget: { value } }) => onChange({ ...about, [name]: value }),
  });

const keyOf = (patient: string) => `visit of ${patient}`;
const title = () => t.booking.title;

/** What is typed about a visit that is booked: of this patient alone, whom it follows where the choice of them is put right. */
export function useAbout(patient: string) {
  const draft = useDraft(keyOf(patient), NOTHING, title);
  const brought = useRef<string>(undefined);
  return {
    ...draft,
    isRestored: draft.isRestored && brought.current !== patient,
    /** @param choose makes the other one the patient */
    follow(other: string, choose: () => void) {
      const { value } = draft;
      draft.clear();
      brought.current = other;
      choose();
      if (value !== NOTHING) keepDraft(keyOf(other), value, title);
    },
  };
}
