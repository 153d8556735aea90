import type { AfterSalePreview } from '#lib/contract/after-sale/calls.ts';
import { showCount, showYuan } from '#lib/rules/money/money.ts';

interface Props {
  refunds: boolean;
  preview: AfterSalePreview | null;
  /** Why there is no amount. */
  fault: string;
  isAsked: boolean;
}

/** The refund, before the request: money, vouchers, points, and gifts to return. */
export function BackAmount({ refunds, preview, fault, isAsked }: Props) {
  if (!refunds && fault === '') return null;
  return (
    <div role="status" className="px-3 py-2.5 rounded bg-card-dim text-small">
      {fault !== '' ? (
        <p className="text-price">{fault}</p>
      ) : preview === null ? (
        <p className="text-ink-2">{isAsked ? '正在计算可退金额…' : '填写数量后显示可退金额'}</p>
      ) : (
        <>
          <p>
            预计退款 <b className="num text-title text-price">¥{showYuan(preview.amount)}</b>
            ，按原支付方式退回
            {preview.freight !== '0.00' && (
              <span className="num">（含运费¥{showYuan(preview.freight)}）</span>
            )}
          </p>
          {preview.voucher_amount !== '0.00' && (
            <p className="num">现金券退回 ¥{showYuan(preview.voucher_amount)}</p>
          )}
          {preview.points > 0 && <p className="num text-ink-2">扣回订单积分 {showCount(preview.points)}</p>}
          {preview.gifts.length > 0 && (
            <p className="text-promo-ink">
              赠品须一并退回：
              {preview.gifts.map(({ name, number, bzdw }) => `${name}${number}${bzdw}`).join('、')}
            </p>
          )}
        </>
      )}
    </div>
  );
}
