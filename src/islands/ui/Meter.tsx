interface Props {
  value: number;
  of: number;
  label: string;
}

/** Progress to a threshold, as a bar. An SVG, because the server's HTML may not have styles. */
export function Meter({ value, of, label }: Props) {
  const share = of > 0 ? Math.min(100, Math.round((value / of) * 100)) : 0;
  return (
    <svg
      role="img"
      aria-label={`${label}：${share}%`}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className="w-90px h-6px rounded-tag overflow-hidden flex-none"
    >
      <rect width="100" height="6" className="fill-[var(--line)]" />
      <rect width={share} height="6" className="fill-[var(--promo)]" />
    </svg>
  );
}
