import { Price } from '#islands/ui/Price.tsx';
import { SelectBox, type SelectOption } from '#islands/ui/SelectBox.tsx';
import type { BestCart } from '#lib/contract/quick-order/calls.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { expiryMonth } from '#lib/rules/terms/shelf-life.ts';
import type { PlanState } from './use-best-cart.ts';

interface Props {
  /** What is ticked and kept, and what the ticks come to. */
  state: Pick<PlanState, 'ticked' | 'priced' | 'kept' | 'tick' | 'keep'>;
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

/** 省¥12.00, or 多付¥3.00 where it costs more. */
export function savedWords(amount: string): string {
  const fen = parseYuan(amount);
  return fen < 0 ? `多付¥${showYuan(formatYuan(-fen))}` : `省¥${showYuan(amount)}`;
}

/** The changes and savings of the plan, line by line; the totals are those of what is ticked. */
export function BestPlan({ state, plan, isCut, onDays }: Props) {
  const { ticked, priced, kept, tick, keep } = state;
  // What the ticked moves do beside each other; a row without a tick tells what it did in the whole plan.
  const effects = new Map([...plan.moves, ...(priced?.moves ?? [])].map((move) => [move.id, move]));
  const notices = (priced ?? plan).notices;
  const apart = plan.moves
    .filter(({ id }) => ticked.has(id))
    .reduce((sum, { id }) => sum + parseYuan(effects.get(id)?.saving_amount ?? '0.00'), 0);
  const isShared = priced !== null && apart !== parseYuan(priced.saving_amount);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {plan.moves.length > 0 ? (
          <p
            className="flex flex-wrap items-baseline gap-x-3 min-h-chip"
            aria-live="polite"
            aria-busy={priced === null}
          >
            {priced === null ? (
              <span className="text-small text-ink-2">正在重新计算…</span>
            ) : (
              <>
                {parseYuan(priced.saving_amount) < 0 ? (
                  <b className="font-600">{savedWords(priced.saving_amount)}</b>
                ) : (
                  <span>
                    可省 <Price yuan={priced.saving_amount} />
                  </span>
                )}
                <span className="text-small text-ink-2 num">
                  应付¥{showYuan(priced.pay_amount)} → ¥{showYuan(priced.best_amount)} · 运费¥
                  {showYuan(priced.shipping_amount)} → ¥{showYuan(priced.best_shipping_amount)}
                </span>
              </>
            )}
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
      {kept.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-small">
          保留商家：
          {kept.map((merchant) => (
            <button
              key={merchant.id}
              type="button"
              className="tag-plain inline-flex items-center gap-1"
              aria-label={`不再保留${merchant.name}`}
              onClick={() => keep(merchant, false)}
            >
              {merchant.name}
              <span className="i-lucide-x" aria-hidden="true" />
            </button>
          ))}
        </p>
      )}
      {plan.moves.length > 0 && (
        <ul className="border border-solid border-line rounded">
          {plan.moves.map((move) => (
            <PlanRow
              key={move.id}
              move={move}
              effect={effects.get(move.id) ?? move}
              isTicked={ticked.has(move.id)}
              onTick={() => tick(move.id)}
              onKeep={() => keep({ id: move.from.merchant_id, name: move.from.merchant }, true)}
            />
          ))}
        </ul>
      )}
      {(notices.length > 0 || isCut) && (
        <ul className="grid gap-1 text-note text-promo-ink">
          {isCut && <li>一次最多计算100种，其余商品保持不变</li>}
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <p className="text-note text-ink-2">
        只换同厂家、同规格、同数量的商品；单行金额未扣满减和优惠券，可省金额已按整单算清运费、起订额、满减和优惠券。
        {isShared && '每行的金额是只有这一行不换时的差额；几行合用一笔运费或优惠时，各行相加不等于可省金额。'}
      </p>
    </div>
  );
}

type Move = BestCart['moves'][number];

interface RowProps {
  move: Move;
  /** What it saves beside the other ticked ones. */
  effect: Pick<Move, 'saving_amount' | 'why'>;
  isTicked: boolean;
  onTick: () => void;
  onKeep: () => void;
}

function PlanRow({ move, effect, isTicked, onTick, onKeep }: RowProps) {
  const what = `${move.name} ${move.number}${move.bzdw}`;
  return (
    <li
      className={`grid sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_112px] gap-x-4 gap-y-1 px-3 py-2.5 border-t border-t-solid border-line first:border-t-0 ${isTicked ? '' : 'text-ink-3'}`}
    >
      <label className="flex items-start gap-2 min-w-0 cursor-pointer">
        <input
          type="checkbox"
          className="flex-none mt-1"
          aria-label={`换${what}`}
          checked={isTicked}
          onChange={onTick}
        />
        <span className="min-w-0">
          <span className="block font-600">
            {move.name}{' '}
            <span className="num font-400">
              {move.number}
              {move.bzdw}
            </span>
          </span>
          <span className="block text-note text-ink-2 truncate">
            {move.ypgg} · {move.sccj}
          </span>
        </span>
      </label>
      <div className="min-w-0">
        <Side label="现在" side={move.from} />
        <button
          type="button"
          className="p-0 border-0 bg-transparent text-note text-info hover:underline"
          aria-label={`保留这家：${move.from.merchant}`}
          onClick={onKeep}
        >
          保留这家
        </button>
      </div>
      <Side label="换成" side={move.to} isNew />
      <p className="text-small num sm:text-right">
        <b className="font-600">{savedWords(effect.saving_amount)}</b>
        {effect.why !== '' && <span className="block text-note text-promo-ink">{effect.why}</span>}
      </p>
    </li>
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
