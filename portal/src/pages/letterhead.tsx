import { t } from '../i18n';
import { session } from '../session';
import './sheet.css';

/** What stands above everything that is printed: the hospital, as its settings name it. */
export function Letterhead({ taxId }: { taxId: string | undefined }) {
  const { hospital_name: name, hospital_address: address } = session().settings;
  if (!name && !address && !taxId) return null;
  return (
    <header class="letterhead">
      {name && (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      {address?.split('\n').map((line, i) => (
        <span key={i}>
          <bdi>{line}</bdi>
        </span>
      ))}
      {taxId && (
        <span>
          {t.invoice.taxId} <bdi>{taxId}</bdi>
        </span>
      )}
    </header>
  );
}
