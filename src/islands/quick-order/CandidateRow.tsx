import { expiryText, stockText } from '#islands/goods/words.ts';
import type { Candidate } from '#lib/contract/quick-order/candidates.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  candidate: Candidate;
  /** Name of the radio group. */
  name: string;
  /** The same product as the row's: only the merchant differs. */
  isOwn: boolean;
  /** How another product differs; empty where unknown. */
  note: string;
  isPicked: boolean;
  onPick: () => void;
  onChoose: () => void;
}

export const candidateColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_72px_64px_96px_84px_84px_minmax(0,190px)] gap-x-3 items-center';

/** One offer: a table row, on a phone a card. The radio covers all of it. */
export function CandidateRow({ candidate, name, isOwn, note, isPicked, onPick, onChoose }: Props) {
  const { goods, number, in_cart: held, each, refusal } = candidate;
  const freight = [held > 0 && `已有${held}${goods.bzdw}`, candidate.freight].filter(Boolean).join('，');
  const isOff = number === 0;
  const last = goods.last ? `¥${showYuan(goods.last.price)}` : '';
  const what = isOwn ? goods.sjly.remarks : `${goods.sjly.remarks} ${goods.name} ${goods.ypgg} ${goods.sccj}`;
  const said = isOff
    ? refusal
    : [
        each && `到手单价${each}元`,
        `${number}${goods.bzdw}`,
        expiryText(goods),
        last && `上次${last}`,
        freight,
      ]
        .filter(Boolean)
        .join('，');
  return (
    <div
      className={`${candidateColumns} relative px-2 py-1.5 lg:py-0.5 lg:min-h-tool rounded-tag text-small has-[:focus-visible]:(outline outline-2 outline-primary) ${
        isPicked ? 'bg-primary-wash' : 'bg-card'
      } ${isOff ? 'text-ink-2' : 'hover:bg-primary-wash'}`}
    >
      <input
        type="radio"
        name={name}
        className="absolute inset-0 w-full h-full m-0 opacity-0 cursor-pointer disabled:cursor-not-allowed"
        aria-label={`${what}，${said}`}
        checked={isPicked}
        disabled={isOff}
        onChange={onPick}
        // A pointer takes at once; arrows only walk, their presses have no detail.
        onClick={(event) => {
          if (event.detail > 0) onChoose();
        }}
      />
      <span className="lg:truncate" title={what}>
        {goods.sjly.remarks}
        {!isOwn && (
          <>
            {' · '}
            <b className="font-600">{goods.name}</b> {goods.ypgg} · {goods.sccj}
            {note !== '' && <span className="text-note text-promo-ink"> {note}</span>}
          </>
        )}
      </span>
      <b className="text-right num text-price">{each && `¥${showYuan(each)}`}</b>
      {isOff ? (
        <span className="col-span-full lg:col-span-5 text-note text-promo-ink">{refusal}</span>
      ) : (
        <>
          <span className="max-lg:hidden text-right num">
            {number}
            {goods.bzdw}
          </span>
          <span className="max-lg:hidden num text-note">{expiryText(goods)}</span>
          <span className="max-lg:hidden num text-note">{stockText(goods)}</span>
          <span className="max-lg:hidden text-right num text-note">{last || '—'}</span>
          <span className="max-lg:hidden text-note num lg:truncate" title={freight}>
            {freight}
          </span>
          <span className="lg:hidden col-span-full text-note text-ink-2 num">
            {number}
            {goods.bzdw} · {expiryText(goods)} · {stockText(goods)}
            {last && ` · 上次${last}`} · {freight}
          </span>
        </>
      )}
    </div>
  );
}
