import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { CancelledError } from '#lib/client/api.ts';
import { loadMallGoods } from '#lib/client/stores/mall.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { MallGoodsDetail } from '#lib/contract/mall.ts';
import { path } from '#lib/contract/routes.ts';
import { showCount } from '#lib/rules/money/money.ts';
import { countText } from '#lib/rules/points/units.ts';
import { totalOf } from './total.ts';
import { costText, helps } from './words.ts';

// The dialog with its addresses is loaded when somebody redeems.
const RedeemDialog = lazy(() =>
  import('./RedeemDialog.tsx').then((file) => ({ default: file.RedeemDialog })),
);

/** The buyer's side of a goods: the company's points, how many pieces, and why not. Before hydration its place alone. */
export function RedeemBox({ id }: { id: number }) {
  const [goods, setGoods] = useState<MallGoodsDetail | null>(null);
  const [fault, setFault] = useState<'failed' | 'gone' | null>(null);
  const [asked, setAsked] = useState(1);
  /** Pieces of the dialog while it is open: a repeat after a lost answer asks for the same again. */
  const [opened, setOpened] = useState<number | null>(null);
  const place = useKeptFocus<HTMLDivElement>(opened !== null);

  const load = useCallback(() => {
    loadMallGoods(id).then(
      (now) => {
        setGoods(now);
        setFault(null);
      },
      (error: unknown) => {
        // A newer request has replaced this one.
        if (error instanceof CancelledError) return;
        setFault(error instanceof AppError && error.code === 404 ? 'gone' : 'failed');
      },
    );
  }, [id]);
  useEffect(load, [load]);

  return (
    <>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Face {...{ id, goods, fault, asked }} onAsk={setAsked} onLoad={load} onRedeem={setOpened} />
      </div>
      {/* Whatever a reload answers, an open dialog stays with what was chosen in it. */}
      {goods !== null && opened !== null && (
        <Suspense fallback={null}>
          <RedeemDialog
            goods={goods}
            quantity={opened}
            onChanged={load}
            onClose={() => {
              setOpened(null);
              setAsked(1);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

interface FaceProps {
  id: number;
  /** What was read last. */
  goods: MallGoodsDetail | null;
  /** Why the last reading failed. */
  fault: 'failed' | 'gone' | null;
  /** Pieces that the stepper asks for. */
  asked: number;
  onAsk: (quantity: number) => void;
  onLoad: () => void;
  onRedeem: (quantity: number) => void;
}

function Face({ id, goods, fault, asked, onAsk, onLoad, onRedeem }: FaceProps): ReactNode {
  if (fault === 'gone') return <p className={place}>商品已下架，不能兑换。</p>;
  if (goods === null && fault === 'failed')
    return (
      <p className={place} role="status">
        暂时读不到企业积分，
        <Button kind="text" onClick={onLoad}>
          重新加载
        </Button>
      </p>
    );
  if (goods === null)
    return (
      <p className={place}>
        <span className="sr-only" role="status">
          正在读取企业积分
        </span>
      </p>
    );
  if (goods.mine === null)
    // The session has ended: the answer is that of a visitor.
    return (
      <p className={place}>
        <a
          className={buttonClass('primary', 'big')}
          href={path('/login', undefined, { next: path('/jfsc/[id]', { id }) })}
        >
          登录后兑换
        </a>
      </p>
    );
  const { mine } = goods;
  const quantity = Math.min(Math.max(asked, 1), Math.max(mine.most, 1));
  const help = helps[mine.refusal_code];
  return (
    <div className={`${place} grid gap-3`}>
      <p className="text-small text-ink-2">
        企业可用积分 <b className="num text-ink">{showCount(mine.usable)}</b>
        {mine.used > 0 && goods.limit_text !== '' && (
          <span className="ml-3 num">企业已兑{countText(goods.kind, mine.used)}</span>
        )}
      </p>
      {mine.can_redeem === 1 ? (
        <div className="flex flex-wrap items-center gap-3">
          {mine.most > 1 && (
            <div className="w-120px">
              <Stepper
                label={`${goods.name} 数量`}
                value={quantity}
                min={1}
                max={mine.most}
                step={1}
                onChange={(number) => onAsk(Math.min(Math.max(Math.trunc(number), 1), mine.most))}
              />
            </div>
          )}
          <Button size="big" onClick={() => onRedeem(quantity)}>
            立即兑换
          </Button>
          {quantity > 1 && (
            <span className="text-small num" aria-live="polite">
              共{costText(totalOf(goods, quantity))}
            </span>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="big" disabled aria-describedby="redeem-refusal">
            不能兑换
          </Button>
          <span id="redeem-refusal" className="text-small text-price-ink num">
            {mine.refusal}
          </span>
          {help && (
            <a className={buttonClass('plain', 'small')} href={path(help.to)}>
              {help.text}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

/** As high as its usual face. */
const place = 'min-h-[77px]';

RedeemBox.isStill = true;
RedeemBox.hidesId = true;
