import type { DrawnQr } from '#lib/contract/fields.ts';

interface Props {
  qr: DrawnQr;
  /** What it is, for whoever does not see it. */
  label: string;
}

/** A QR code, black on white in every theme: phones want it so. */
export function QrCode({ qr: { size, path: dark }, label }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-200px h-200px bg-white border border-solid border-line rounded"
    >
      <path d={dark} fill="#000" />
    </svg>
  );
}
