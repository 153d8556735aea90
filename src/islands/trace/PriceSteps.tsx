import { showYuan } from '#lib/rules/money/money.ts';
import type { NextStep } from '#lib/rules/promotions/next-steps.ts';
import type { QuotedLine } from '#lib/rules/terms/quote-shape.ts';

interface Props {
  quoted: Pick<QuotedLine, 'priceTrace' | 'paid'>;
  next: readonly NextStep[];
  /** The label of the final sum. */
  sum: string;
}

/** Every step from the list price to what a line pays (rules 4, priceTrace), and how it could pay less. */
export function PriceSteps({ quoted, next, sum }: Props) {
  const promises = quoted.priceTrace.filter((step) => step.rule === 'rebate' || step.rule === 'cashback');
  const steps = quoted.priceTrace.filter((step) => !promises.includes(step));
  return (
    <div className="grid gap-2 text-small">
      <ol className="grid gap-1.5">
        {steps.map((step, at) => (
          <li key={`${step.rule}-${step.refId}-${step.reason}`} className="flex justify-between gap-4">
            <span className="text-ink-2">{step.reason}</span>
            <span className="num whitespace-nowrap">
              {step.amount < 0 ? '−' : at > 0 ? '+' : ''}¥{showYuan(Math.abs(step.amount))}
            </span>
          </li>
        ))}
      </ol>
      <p className="flex justify-between pt-2 border-t border-t-solid border-line font-600">
        {sum}
        <span className="num text-price">¥{showYuan(quoted.paid)}</span>
      </p>
      {promises.map((step) => (
        <p key={`${step.rule}-${step.refId}`} className="text-note text-promo-ink">
          {step.reason}
        </p>
      ))}
      {next.length > 0 && (
        <div className="grid gap-1 mt-1 px-3 py-2 rounded bg-promo-wash text-promo-ink">
          <p className="font-600">还能更省</p>
          <ul className="grid gap-0.5 num">
            {next.map(({ text, saving }) => (
              <li key={text} className="flex justify-between gap-4">
                <span>{text}</span>
                {saving !== null && <span className="whitespace-nowrap">省¥{showYuan(saving)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
