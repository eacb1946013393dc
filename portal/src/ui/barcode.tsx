import { code128 } from '../code128';

/** The margin without which a scanner does not find a code, on each side. */
const QUIET = 10;

/** A number of a record for scanners; as wide as it is drawn, in black on white in the dark, too. */
export function Barcode({ text }: { text: string }) {
  let at = QUIET;
  const bars = code128(text).flatMap((width, i) => {
    const bar = i % 2 === 0 ? [`M${at} 0h${width}v1h-${width}z`] : [];
    at += width;
    return bar;
  });
  return (
    <svg
      class="barcode"
      role="img"
      aria-label={text}
      viewBox={`0 0 ${at + QUIET} 1`}
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
    >
      <path d={bars.join('')} />
    </svg>
  );
}
