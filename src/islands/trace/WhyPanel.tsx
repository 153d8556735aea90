import { useEffect, useState } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { loadPriceTerms, type PriceBasis } from '#lib/client/stores/goods/price-terms.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { nextSteps } from '#lib/rules/promotions/next-steps.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type LineKind } from '#lib/rules/terms/asked.ts';
import { PriceSteps } from './PriceSteps.tsx';

export interface WhyProps {
  id: number;
  quantity: number;
  kind: LineKind;
}

/** Explains one item's price at a quantity: quoted by the rule of the totals, as if bought alone. */
export function WhyPanel({ onClose, ...wanted }: WhyProps & { onClose: () => void }) {
  const { id } = wanted;
  const [basis, setBasis] = useState<PriceBasis | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    setBasis('loading');
    loadPriceTerms(id).then(
      (found) => !isGone && setBasis(found),
      () => !isGone && setBasis('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [id, attempt]);
  return (
    <Dialog title="为什么是这个价" open onClose={onClose}>
      {basis === 'loading' && <Loading rows={4} />}
      {basis === 'failed' && <Failed onRetry={() => setAttempt((now) => now + 1)} />}
      {typeof basis === 'object' && <Explained basis={basis} wanted={wanted} />}
    </Dialog>
  );
}

function Explained({ basis, wanted }: { basis: PriceBasis; wanted: WhyProps }) {
  const { id, quantity, kind } = wanted;
  const terms = basis.offers.goods.find((one) => one.id === id);
  const made = quote(
    [{ id: 0, kind, goodsId: id, activityId: null, quantity, isSelected: true }],
    { companyId: 0, region: basis.region, choices: emptyChoices },
    basis.offers,
    basis.at,
  );
  const line = made.lines[0];
  if (!terms || !line || line.refusal)
    return <p className="text-small">{line?.refusal?.reason ?? '商品已失效，请刷新页面'}</p>;
  return (
    <>
      <p className="mb-2 text-small text-ink-2 num">
        按购买{quantity}
        {terms.unit}、只买这一种计算，到手每{terms.unit}{' '}
        <b className="text-price">¥{showYuan(Math.ceil(made.totals.pay / quantity))}</b>
        （含运费¥{showYuan(made.totals.shipping)}）；同一商家的商品一起结算，运费和优惠合并计算
      </p>
      <PriceSteps quoted={line} next={nextSteps(made, line, terms)} sum="商品实付（不含运费）" />
    </>
  );
}
