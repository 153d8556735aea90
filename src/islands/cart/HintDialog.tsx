import { useEffect, useState } from 'react';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { call } from '#lib/client/api.ts';
import { loadCart } from '#lib/client/stores/cart/cart.ts';
import { addToCart } from '#lib/client/stores/cart/cart-queue.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { HintBundle, HintGoods, NextHint, NextHintInput } from '#lib/contract/activities.ts';
import { api } from '#lib/contract/api.ts';
import { lineTypes } from '#lib/contract/numbers.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** Stands for the items that are added together. */
const together = -1;

interface Props {
  input: NextHintInput;
  onClose: () => void;
}

/** 凑单: what to add to reach the next tier, first what this buyer buys anyway. */
export function HintDialog({ input, onClose }: Props) {
  const [hint, setHint] = useState<NextHint | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [adding, setAdding] = useState(0);
  const { activity_id, merchant_id } = input;

  function load() {
    setFailed(false);
    const asked: NextHintInput = {
      size: 8,
      ...(activity_id !== undefined && { activity_id }),
      ...(merchant_id !== undefined && { merchant_id }),
    };
    call(api.nextHint, asked).then(setHint, () => setFailed(true));
  }
  useEffect(load, [activity_id, merchant_id]);

  async function add({ id, ck_id, suggested_number, name }: HintGoods) {
    await put(
      id,
      [{ goods_id: id, ck_id, type: lineTypes.normal, number: suggested_number }],
      `已加入${name}`,
    );
  }

  /** All of it with one press. */
  async function addAll({ lines }: HintBundle) {
    const wanted = lines.map(({ goods_id, ck_id, number }) => ({
      goods_id,
      ck_id,
      type: lineTypes.normal,
      number,
    }));
    await put(together, wanted, `已加入${lines.length}种商品`);
  }

  async function put(id: number, lines: Parameters<typeof addToCart>[0], said: string) {
    setAdding(id);
    try {
      await addToCart(lines);
      showToast('success', said);
      await loadCart();
      load();
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setAdding(0);
    }
  }

  return (
    <Dialog title="凑单推荐" open width="wide" isTall onClose={onClose}>
      {hint && (
        <p className="-mt-1 mb-3 text-small text-promo-ink num">
          {hint.name && `${hint.name}：`}
          {hint.text}
        </p>
      )}
      {hasFailed ? (
        <Failed onRetry={load} />
      ) : hint === null ? (
        <Loading rows={4} />
      ) : hint.list.length === 0 && hint.bundle === null ? (
        <Empty
          icon="i-lucide-party-popper"
          title={hint.kind === null ? '优惠已达到' : '没有合适的凑单商品'}
          text={hint.kind === null ? '可以去结算了' : '常购的商品凑不够，其他商品花的比省的多'}
        />
      ) : (
        <>
          {hint.bundle && (
            <Bundle
              bundle={hint.bundle}
              isBusy={adding === together}
              isDisabled={adding !== 0}
              onAdd={addAll}
            />
          )}
          {hint.bundle && <p className="mt-4 mb-2 text-small text-ink-2">也可以单独加</p>}
          <ul className="grid sm:grid-cols-2 gap-2">
            {hint.list.map((goods) => (
              <Suggested
                key={goods.id}
                goods={goods}
                isBusy={adding === goods.id}
                isDisabled={adding !== 0}
                onAdd={() => void add(goods)}
              />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface BundleProps {
  bundle: HintBundle;
  isBusy: boolean;
  isDisabled: boolean;
  onAdd: (bundle: HintBundle) => Promise<void>;
}

/** Several items that together reach the tier, with their cost and saving. */
function Bundle({ bundle, isBusy, isDisabled, onAdd }: BundleProps) {
  return (
    <section className="p-3 rounded border border-solid border-promo-ink" aria-label="一起凑够">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {bundle.lines.map((line) => (
          <li key={line.goods_id} className="flex items-center gap-2 text-small num">
            <Tag kind={line.why === '常购' ? 'soft' : 'plain'}>{line.why}</Tag>
            <a
              className="min-w-0 truncate hover:text-primary"
              href={path('/list/info/[id]', { id: line.goods_id })}
            >
              {line.name} <span className="text-ink-2">{line.ypgg}</span>
            </a>
            <span className="ml-auto whitespace-nowrap">
              {line.number}
              {line.bzdw} ¥{showYuan(line.amount)}
            </span>
          </li>
        ))}
      </ul>
      <p className="flex items-center justify-between gap-3 mt-2">
        <b className="text-price-ink num">{bundle.text}</b>
        <Button size="small" busy={isBusy} disabled={isDisabled} onClick={() => void onAdd(bundle)}>
          {bundle.lines.length === 1 ? '加入购物车' : `一起加入（${bundle.lines.length}种）`}
        </Button>
      </p>
    </section>
  );
}

interface SuggestedProps {
  goods: HintGoods;
  isBusy: boolean;
  isDisabled: boolean;
  onAdd: () => void;
}

function Suggested({ goods, isBusy, isDisabled, onAdd }: SuggestedProps) {
  return (
    <li className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-3 gap-y-1.5 p-2.5 rounded border border-solid border-line">
      <img
        src={goods.image}
        alt=""
        width="56"
        height="48"
        loading="lazy"
        className="row-span-2 w-56px h-head rounded-tag object-contain bg-card-dim"
      />
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 min-w-0">
          <Tag kind={goods.why === '常购' ? 'soft' : 'plain'}>{goods.why}</Tag>
          <a
            className="truncate font-500 hover:text-primary"
            href={path('/list/info/[id]', { id: goods.id })}
          >
            {goods.name}
          </a>
        </p>
        <p className="text-note text-ink-2 truncate">
          {goods.ypgg} · {goods.sccj}
        </p>
      </div>
      <div className="flex items-center justify-between gap-2">
        <span className="text-note text-ink-2 num">
          {goods.suggested_number}
          {goods.bzdw} <Price yuan={goods.suggested_amount} size="small" />
          {goods.is_enough === 1 && <span className="ml-1 text-primary">够了</span>}
        </span>
        <Button
          size="small"
          kind="ghost"
          aria-label={`加入${goods.suggested_number}${goods.bzdw}${goods.name}`}
          busy={isBusy}
          disabled={isDisabled}
          onClick={onAdd}
        >
          加入
        </Button>
      </div>
    </li>
  );
}
