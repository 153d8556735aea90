import { useEffect, useState } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { loadPriceTerms, type PriceBasis } from '#lib/client/stores/goods/price-terms.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { nextSteps } from '#lib/rules/promotions/next-steps.ts';
import { withLine } from '#lib/rules/quote/beside.ts';
import { netOfLines } from '#lib/rules/quote/net-lines.ts';
import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type LineKind } from '#lib/rules/terms/asked.ts';
import { freightWords } from './freight-words.ts';
import { PriceSteps } from './PriceSteps.tsx';

export interface WhyProps {
  id: number;
  quantity: number;
  kind: LineKind;
}

/** Explains one item's price at a quantity: quoted by the rule of the totals, beside what is ticked in the cart. */
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
  const { offers, region } = basis;
  // Pieces of a group-buy are paid by themselves.
  const beside = kind === 'group_buy' ? [] : basis.lines;
  const { lines, id: own } = withLine(beside, id, quantity, kind);
  const made = quote(lines, { companyId: 0, region, choices: emptyChoices }, offers, basis.at);
  const line = made.lines.find((one) => one.id === own);
  const net = netOfLines(made, offers.merchants, region).get(own);
  if (!terms || !line || !net)
    return <p className="text-small">{line?.refusal?.reason ?? '商品已失效，请刷新页面'}</p>;
  return (
    <>
      <p className="mb-2 text-small text-ink-2 num">
        按购买{quantity}
        {terms.unit}、{beside.length > 0 ? '和购物车里勾选的商品一起结算' : '只买这一种'}，到手每{terms.unit}{' '}
        <b className="text-price">¥{showYuan(net.price)}</b>（{freightWords(net)}）
      </p>
      <PriceSteps quoted={line} next={nextSteps(made, line, terms)} sum="商品实付（不含运费）" />
    </>
  );
}
