import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { api } from '#lib/contract/api.ts';
import type { Copied, StoreList } from '#lib/contract/cart/calls.ts';

interface Props {
  /** Lines to copy. */
  ids: readonly number[];
  stores: StoreList['list'];
  onClose: () => void;
}

/** 复制到门店: adds the ticked lines to the carts of other stores, and shows the refused ones of each. */
export function CopyDialog({ ids, stores, onClose }: Props) {
  const [result, setResult] = useState<Copied | null>(null);
  const { form, errors, isBusy } = useForm({
    names: ['other_user_ids'],
    check: ({ other_user_ids }) => (other_user_ids ? {} : { other_user_ids: '请选择门店' }),
    send: ({ other_user_ids }) =>
      call(api.copyLines, { ids: [...ids], other_user_ids: other_user_ids.split(',') }),
    onSent: setResult,
  });
  const formId = useId();

  const footer = result ? (
    <Button onClick={onClose}>知道了</Button>
  ) : (
    <>
      <Button kind="plain" onClick={onClose}>
        取消
      </Button>
      <Button type="submit" form={formId} busy={isBusy}>
        复制{ids.length}种商品
      </Button>
    </>
  );
  return (
    <Dialog title="复制到其他门店" open onClose={onClose} footer={footer}>
      {result ? (
        <Result result={result} />
      ) : (
        <form id={formId} {...form}>
          <FieldGroup
            legend="选择门店"
            hint="按各门店自己的价格和限购加入对方的购物车，已有的商品不会重复增加。"
            error={errors.other_user_ids}
          >
            {stores.map((store) => (
              <label key={store.user_id} className="flex items-center gap-2 min-h-control cursor-pointer">
                <input
                  type="checkbox"
                  name="other_user_ids"
                  value={store.user_id}
                  defaultChecked={stores.length === 1}
                />
                <span>
                  {store.company} <span className="text-ink-2">{store.name}</span>
                </span>
              </label>
            ))}
          </FieldGroup>
        </form>
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
