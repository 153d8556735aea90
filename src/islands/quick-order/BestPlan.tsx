import { Price } from '#islands/ui/Price.tsx';
import { SelectBox, type SelectOption } from '#islands/ui/SelectBox.tsx';
import type { BestCart } from '#lib/contract/quick-order/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { expiryMonth } from '#lib/rules/terms/shelf-life.ts';

interface Props {
  plan: BestCart;
  /** More lines are ticked than one plan takes. */
  isCut: boolean;
  onDays: (days: number) => void;
}

/** Least remaining shelf lives to choose from, in days. */
const choices: readonly SelectOption[] = [
  { value: '0', text: '不限' },
  { value: '90', text: '3个月' },
  { value: '180', text: '6个月' },
  { value: '365', text: '12个月' },
  { value: '540', text: '18个月' },
];

/** The company's own number of days comes first where it is not one of the usual ones. */
function optionsFor(days: number): readonly SelectOption[] {
  const value = String(days);
  return choices.some((one) => one.value === value) ? choices : [{ value, text: `${days}天` }, ...choices];
}

/** The changes and savings of the plan, line by line. */
export function BestPlan({ plan, isCut, onDays }: Props) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {plan.moves.length > 0 ? (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span>
              可省 <Price yuan={plan.saving_amount} />
            </span>
            <span className="text-small text-ink-2 num">
              应付 ¥{showYuan(plan.pay_amount)} → ¥{showYuan(plan.best_amount)} · 运费 ¥
              {showYuan(plan.shipping_amount)} → ¥{showYuan(plan.best_shipping_amount)}
            </span>
          </p>
        ) : (
          <p className="flex items-center gap-2">
            <span className="i-lucide-circle-check-big text-section text-primary" aria-hidden="true" />
            现在的商家已经是最省的组合，运费和满减都算在内。
          </p>
        )}
        <span className="flex items-center gap-2 text-small">
          <SelectBox
            label="最低剩余效期"
            className="input h-tool w-100px px-2"
            value={plan.days}
            options={optionsFor(plan.days)}
            onChange={(event) => onDays(Number(event.target.value))}
          />
        </span>
      </div>
      {plan.moves.length > 0 && (
        <ul className="border border-solid border-line rounded">
          {plan.moves.map((move) => (
            <li
              key={move.id}
              className="grid sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] gap-x-4 gap-y-1 px-3 py-2.5 border-t border-t-solid border-line first:border-t-0"
            >
              <div className="min-w-0">
                <p className="font-600">
                  {move.name}{' '}
                  <span className="num font-400">
                    {move.number}
                    {move.bzdw}
                  </span>
                </p>
                <p className="text-note text-ink-2 truncate">
                  {move.ypgg} · {move.sccj}
                </p>
              </div>
              <Side label="现在" side={move.from} />
              <Side label="换成" side={move.to} isNew />
            </li>
          ))}
        </ul>
      )}
      {(plan.notices.length > 0 || isCut) && (
        <ul className="grid gap-1 text-note text-promo-ink">
          {isCut && <li>一次最多计算100种，其余商品保持不变</li>}
          {plan.notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <p className="text-note text-ink-2">
        只换同厂家、同规格、同数量的商品；单行金额未扣满减和优惠券，可省金额已按整单算清运费、起订额、满减和优惠券。
      </p>
    </div>
  );
}

function Side({
  label,
  side,
  isNew = false,
}: {
  label: string;
  side: BestCart['moves'][number]['from'];
  isNew?: boolean;
}) {
  return (
    <div className={`text-small ${isNew ? 'text-primary-ink' : 'text-ink-2'}`}>
      <p className="flex gap-2">
        <span className="whitespace-nowrap">
          {label} {side.merchant}
        </span>
        <b className="num ml-auto">¥{showYuan(side.amount)}</b>
      </p>
      <p className="text-note num">效期 {expiryMonth(side.expires_on)}</p>
    </div>
  );
}
