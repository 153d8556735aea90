const sizes = {
  small: { whole: 'text-14px', sign: 'text-12px' },
  normal: { whole: 'text-20px', sign: 'text-12px' },
  big: { whole: 'text-28px', sign: 'text-16px' },
} as const;

interface Props {
  /** Yuan with two decimals, as the wire sends it: `12.80`. */
  yuan: string;
  size?: keyof typeof sizes;
  /** Struck through: the price before. */
  struck?: boolean;
}

/** An amount: small sign and decimals, large yuan, figures of one width. */
export function Price({ yuan, size = 'normal', struck = false }: Props) {
  if (struck)
    return (
      <s className="num text-12px font-400 text-ink-3">
        <span className="sr-only">原价</span>¥{yuan}
      </s>
    );
  const [whole, decimals = '00'] = yuan.split('.');
  return (
    <span className="num text-price font-700 whitespace-nowrap">
      <span className={sizes[size].sign}>¥</span>
      <span className={sizes[size].whole}>{whole}</span>
      <span className={sizes[size].sign}>.{decimals}</span>
    </span>
  );
}
