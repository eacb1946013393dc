import { FILE_EXTENSIONS, type Schema } from 'hospital-service-client';
import { useEffect } from 'preact/hooks';
import type { Loaded } from './hooks';
import { locale } from './i18n/locale';

export type StoredFile = Schema<'ListedFile'>;

/** What the service takes. */
export const ACCEPTED = FILE_EXTENSIONS.join(',');

/** Where this page finds the bytes: by its own origin, which in development passes on what belongs to the service. */
export function addressOf({ url }: { url: string | null }, more: Record<string, string> = {}): string {
  if (!url) return '';
  const { pathname, searchParams } = new URL(url);
  for (const [name, value] of Object.entries(more)) searchParams.set(name, value);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
export const downloadOf = (file: { url: string | null }): string => addressOf(file, { download: '1' });

/** Where the service is set to it, a url opens its file for an hour at least, and no more than two. */
const isExpiring = ({ url }: StoredFile): boolean => url !== null && new URL(url).searchParams.has('until');

/** Milliseconds. */
const RENEWED_AFTER = 50 * 60_000;
const LOOKED_AT_EVERY = 5000;

/** Loads files again before their urls end, for a page that stays open. */
export function useRenewal({ data, loading, reload }: Loaded<StoredFile[]>): void {
  const isNeeded = !loading && data?.some(isExpiring);
  useEffect(() => {
    if (!isNeeded) return;
    const loadedAt = Date.now();
    // One timer for all of it would stand still while the computer sleeps.
    const timer = setInterval(() => Date.now() - loadedAt > RENEWED_AFTER && reload(), LOOKED_AT_EVERY);
    return () => clearInterval(timer);
  }, [isNeeded, reload]);
}

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
