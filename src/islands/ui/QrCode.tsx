import type { DrawnQr } from '#lib/contract/fields.ts';

interface Props {
  qr: DrawnQr;
  /** Accessible name. */
  label: string;
}

/** A QR code, black on white in every theme, because phones need that. */
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
