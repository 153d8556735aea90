import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { HoldingTrade } from '#islands/coupons/HoldingTrade.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { $checkout, $previewing, choose } from '#lib/client/stores/checkout/checkout.ts';
import type { CouponWire } from '#lib/contract/cart/calls.ts';
import type { Preview } from '#lib/contract/checkout.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** Coupons (the best ones are taken at first) and cash vouchers. Each change is previewed by the server. */
export function CouponPicker({ preview }: { preview: Preview }) {
  const checkout = useStore($checkout);
  const isBusy = useStore($previewing) > 0;
  const names = new Map(preview.groups.map((group) => [group.merchant.id, group.merchant.name]));
  const coupons = preview.coupons.filter(
    (coupon) => coupon.merchant_id === null || names.has(coupon.merchant_id),
  );
  if (coupons.length === 0 && preview.vouchers.length === 0) return null;
  const { coupons: chosen, vouchers: spent } = checkout?.choices ?? {};
  const isOwnChoice = Array.isArray(chosen) || chosen === 'none' || spent !== undefined;

  function toggle(coupon: CouponWire, isOn: boolean) {
    // One coupon a merchant, one of the platform: the new one replaces the other.
    const remaining = coupons.filter((one) => one.is_chosen === 1 && one.merchant_id !== coupon.merchant_id);
    void choose({ coupons: [...remaining.map((one) => one.id), ...(isOn ? [coupon.id] : [])] });
  }

  function toggleVoucher(id: number, isOn: boolean) {
    const others = preview.vouchers.filter((one) => one.is_chosen === 1 && one.id !== id);
    void choose({ vouchers: [...others.map((one) => one.id), ...(isOn ? [id] : [])] });
  }

  return (
    <section className="panel" aria-labelledby="coupon-title" aria-busy={isBusy}>
      <h2 id="coupon-title" className="panel-title">
        优惠券和现金券
        {isOwnChoice && (
          <Button
            kind="text"
            size="small"
            className="ml-auto"
            onClick={() => void choose({ coupons: 'best', vouchers: undefined })}
          >
            恢复最优组合
          </Button>
        )}
      </h2>
      <ul className="grid md:grid-cols-2 gap-2.5 p-3 md:p-4">
        {coupons.map((coupon) => (
          <Choice
            key={`coupon-${coupon.id}`}
            title={`${coupon.merchant_id === null ? '全平台' : names.get(coupon.merchant_id)} · ${coupon.name}`}
            amount={coupon.value}
            note={
              coupon.is_chosen === 1
                ? `已减 ¥${showYuan(coupon.saving)}`
                : (coupon.reason ?? `满 ¥${showYuan(coupon.amount)} 可用，可减 ¥${showYuan(coupon.saving)}`)
            }
            isOn={coupon.is_chosen === 1}
            isDisabled={coupon.is_usable === 0}
            more={coupon.held_by !== '' && <HoldingTrade no={coupon.held_by} />}
            onChange={(isOn) => toggle(coupon, isOn)}
          />
        ))}
        {preview.vouchers.map((voucher) => (
          <Choice
            key={`voucher-${voucher.id}`}
            title={voucher.name}
            amount={voucher.balance}
            note={
              voucher.is_chosen === 1
                ? `本单抵 ¥${showYuan(voucher.used_amount)}${spent === undefined ? '，已自动选用，可取消' : ''}`
                : (voucher.reason ?? '抵商品金额，可分次使用')
            }
            isOn={voucher.is_chosen === 1}
            isDisabled={false}
            onChange={(isOn) => toggleVoucher(voucher.id, isOn)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ChoiceProps {
  title: string;
  amount: string;
  note: string;
  isOn: boolean;
  isDisabled: boolean;
  /** Behind the note. */
  more?: ReactNode;
  onChange: (isOn: boolean) => void;
}

function Choice({ title, amount, note, isOn, isDisabled, more, onChange }: ChoiceProps) {
  return (
    <li>
      <label
        className={`flex items-center gap-3 h-full p-2.5 rounded border border-solid ${isOn ? 'border-promo-ink bg-promo-wash' : 'border-line'} ${isDisabled ? 'cursor-not-allowed bg-card-dim' : 'cursor-pointer hover:border-promo-ink'}`}
      >
        <Check type="checkbox" className="flex-none" checked={isOn} disabled={isDisabled} onPick={onChange} />
        <b className={`num text-head whitespace-nowrap ${isDisabled ? 'text-ink-2' : 'text-price'}`}>
          ¥{showYuan(amount)}
        </b>
        <span className="min-w-0 flex-1 text-note">
          <span className="block truncate">{title}</span>
          <span className="block text-ink-2 num">
            {note} {more}
          </span>
        </span>
      </label>
    </li>
  );
}
