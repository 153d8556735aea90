import { type ComponentType, useEffect, useState } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { call } from '#lib/client/api.ts';
import { loadOffers } from '#lib/client/stores/goods/offers.ts';
import { api } from '#lib/contract/api.ts';
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';
import type { RowProps } from './views.ts';

interface Props {
  id: number;
  onClose: () => void;
  /** Price, quantity and button of one spec. */
  Row: ComponentType<RowProps>;
}

/** The specs of one goods, each with its price, quantity and button. */
export function VariantDialog({ id, onClose, Row }: Props) {
  const [goods, setGoods] = useState<GoodsDetail | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    setGoods('loading');
    call(api.goodsDetail, { id }).then(
      (found) => {
        void loadOffers(found.variants.map((one) => one.id));
        if (!isGone) setGoods(found);
      },
      () => !isGone && setGoods('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [id, attempt]);
  return (
    <Dialog title="选择规格" open onClose={onClose} width="activity">
      {goods === 'loading' && <Loading rows={4} />}
      {goods === 'failed' && <Failed onRetry={() => setAttempt((now) => now + 1)} />}
      {typeof goods === 'object' && (
        <>
          <p className="mb-3">
            <b className="font-600">{goods.name}</b>{' '}
            <span className="text-small text-ink-2">
              {goods.sccj} · {goods.sjly.remarks}
            </span>
          </p>
          <ul className="grid gap-3">
            {goods.variants.map((one) => (
              <li key={one.id} className="grid gap-2 pt-3 border-t border-t-solid border-line">
                <a
                  className="font-600 hover:text-primary"
                  href={path('/list/info/[id]', { id: one.id })}
                  aria-current={one.id === id ? 'true' : undefined}
                >
                  {one.ypgg} {one.zf}
                </a>
                <Row id={one.id} view="row" />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
