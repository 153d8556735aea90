interface Props {
  /** Whole percent. */
  percent: number;
  text: string;
  label: string;
}

/** The sold share as a bar with text in it. An SVG: the server's HTML has no styles. */
export function StockBar({ percent, text, label }: Props) {
  return (
    <div className="relative h-tag rounded-full overflow-hidden bg-promo-wash">
      <svg
        role="img"
        aria-label={`${label}${percent}%`}
        viewBox="0 0 100 18"
        preserveAspectRatio="none"
        className="absolute inset-0 w-full h-full"
      >
        <rect width={percent} height="18" className="fill-[#ffc9b0]" />
      </svg>
      <span className="relative block px-2 text-note leading-18px text-[#7a2a08] num truncate">{text}</span>
    </div>
  );
}
