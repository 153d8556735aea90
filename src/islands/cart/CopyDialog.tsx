import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { Copied, StoreList } from '#lib/contract/cart/schema.ts';
import { api } from '#lib/contract/table/api.ts';

interface Props {
  /** Lines to copy. */
  ids: readonly number[];
  stores: StoreList['list'];
  onClose: () => void;
}

/** 复制到门店: puts the ticked lines into the carts of other stores, and tells what each of them may not have. */
export function CopyDialog({ ids, stores, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(stores.length === 1 ? stores.map((store) => store.user_id) : []),
  );
  const [result, setResult] = useState<Copied | null>(null);
  const [isBusy, setBusy] = useState(false);

  function choose(id: string, isOn: boolean) {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    setChosen(next);
  }

  async function copy() {
    setBusy(true);
    try {
      setResult(await call(api.copyLines, { ids: [...ids], other_user_ids: [...chosen] }));
    } catch (error) {
      react(error);
    } finally {
      setBusy(false);
    }
  }

  const footer = result ? (
    <Button onClick={onClose}>知道了</Button>
  ) : (
    <>
      <Button kind="plain" onClick={onClose}>
        取消
      </Button>
      <Button busy={isBusy} disabled={chosen.size === 0} onClick={() => void copy()}>
        复制{ids.length}种商品
      </Button>
    </>
  );
  return (
    <Dialog title="复制到其他门店" open onClose={onClose} footer={footer}>
      {result ? (
        <Result result={result} />
      ) : (
        <fieldset className="grid gap-1" aria-label="选择门店">
          <p className="mb-1 text-small text-ink-2">
            按各门店自己的价格和限购加入对方的购物车，已有的商品不会重复增加。
          </p>
          {stores.map((store) => (
            <label key={store.user_id} className="flex items-center gap-2 min-h-control cursor-pointer">
              <input
                type="checkbox"
                checked={chosen.has(store.user_id)}
                onChange={(event) => choose(store.user_id, event.target.checked)}
              />
              <span>
                {store.company} <span className="text-ink-2">{store.name}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  );
}

function Result({ result }: { result: Copied }) {
  return (
    <ul className="grid gap-3 text-small">
      {result.stores.map((store) => (
        <li key={store.user_id}>
          <p className="font-600">
            {store.company} {store.name}
          </p>
          <p className="num text-ink-2">
            已复制{store.added}种{store.refused.length > 0 && `，${store.refused.length}种未复制：`}
          </p>
          {store.refused.map((one) => (
            <p key={`${one.goods_id}-${one.code}`} className="text-promo-ink">
              {one.reason}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
