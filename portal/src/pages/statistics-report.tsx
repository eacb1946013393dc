import type { ComponentChildren } from 'preact';
import { fileOf } from '../cash';
import { hasCode } from '../errors';
import type { Loaded } from '../hooks';
import { t } from '../i18n';
import { largest, type Mark, type Series, type Span, sizeOf, unitOf } from '../plot';
import { shortSpanText } from '../statistics';
import { Bars } from '../ui/bars';
import { Columns } from '../ui/columns';
import { DownloadCsv } from '../ui/download-csv';
import { Alert, Loading } from '../ui/status';

interface Props {
  title: string;
  loaded: Loaded<unknown>;
  period: Span;
  /** of the table for spreadsheets, without its days */
  file: string;
  read: () => Promise<Blob>;
  children: ComponentChildren;
}

/** The card of some sums, or why there are none. */
export function Report({ title, loaded, period, file, read, children }: Props) {
  // The days are all that can be wrong with what the page asks for.
  if (hasCode(loaded.error, 'invalid')) return <Alert>{t.statistics.tooMuch}</Alert>;
  return (
    <>
      <Loading of={loaded} />
      {loaded.data !== undefined && (
        <section class="card" aria-busy={loaded.loading}>
          <div class="heading">
            <h2>{title}</h2>
            <DownloadCsv what={title} name={fileOf(file, period)} read={read} />
          </div>
          {children}
        </section>
      )}
    </>
  );
}

/** What all of it comes to: names and amounts. */
export const Figures = ({ of }: { of: readonly (readonly [string, string])[] }) => (
  <dl class="stats-figures">
    {of.map(([name, amount]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
);

/** So many bars are told apart at a glance. */
const BARS = 20;

interface PlotProps {
  caption: string;
  /** whose rows are in the order of time */
  period: Span | undefined;
  marks: readonly Mark[];
  series: readonly Series[];
  format: (value: number) => string;
}

/** Days beside each other, and everything else by size, the smallest ones together. */
export function SumsPlot({ period, marks, ...rest }: PlotProps) {
  if (period) {
    const unit = unitOf(period);
    return <Columns {...rest} marks={marks} short={marks.map(({ key }) => shortSpanText(key, unit))} />;
  }
  const sorted = marks.filter((mark) => sizeOf(mark) !== 0).sort((a, b) => sizeOf(b) - sizeOf(a));
  const shown = largest(sorted, BARS, (others) => ({
    key: 'others',
    name: t.statistics.others(others.length),
    values: rest.series.map((_, i) => others.reduce((sum, { values }) => sum + (values[i] ?? 0), 0)),
  }));
  return <Bars {...rest} marks={shown} />;
}
