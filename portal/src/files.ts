import { FILE_EXTENSIONS, type Schema } from 'hospital-service-client';
import { locale } from './i18n/locale';

export type StoredFile = Schema<'ListedFile'>;

/** What the service takes. */
export const ACCEPTED = FILE_EXTENSIONS.join(',');

/** Where this page finds the bytes: by its own origin, which in development passes on what belongs to the service. */
export const addressOf = ({ url }: { url: string | null }): string => (url ? new URL(url).pathname : '');
export const downloadOf = (file: { url: string | null }): string => `${addressOf(file)}?download=1`;

/** What every browser shows. The service names a kind of file by its extension. */
const isPicture = ({ mime_type }: StoredFile): boolean => /^\.(png|jpe?g|jfif|webp)$/.test(mime_type);
export const isPdf = ({ mime_type }: StoredFile): boolean => mime_type === '.pdf';
export const canPreview = (file: StoredFile): boolean => isPicture(file) || isPdf(file);

const UNITS = ['byte', 'kilobyte', 'megabyte'];

/** `1.2 MB` */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return (bytes / 1000 ** power).toLocaleString(locale, {
    style: 'unit',
    unit: UNITS[power] as string,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
}
