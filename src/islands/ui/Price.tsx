import { showYuan } from '#lib/rules/money/money.ts';
import { amountClass, sizes } from './price-sizes.ts';

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
      <s className="num text-note font-400 text-ink-3">
        <span className="sr-only">原价</span>¥{showYuan(yuan)}
      </s>
    );
  const [whole, decimals = '00'] = showYuan(yuan).split('.');
  return (
    <span className={amountClass}>
      <span className={sizes[size].sign}>¥</span>
      <span className={sizes[size].whole}>{whole}</span>
      <span className={sizes[size].sign}>.{decimals}</span>
    </span>
  );
}
