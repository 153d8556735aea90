import { useStore } from '@nanostores/react';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $isPlacing, $previewing, leaveOut, placeOrder } from '#lib/client/stores/checkout/checkout.ts';
import type { Preview } from '#lib/contract/checkout.ts';
import { regionText } from '#lib/rules/text/address-text.ts';

/** The total and the button that places the order; obstacles are shown next to it. */
export function PlaceBar({ preview }: { preview: Preview }) {
  const isPlacing = useStore($isPlacing);
  const isPreviewing = useStore($previewing) > 0;
  const { address, problems, notices, total } = preview;
  // One merchant below its minimum does not block the others.
  const short = preview.groups.filter(({ minimum_gap }) => minimum_gap !== '0.00');
  return (
    <section
      aria-label="提交订单"
      className="max-lg:(sticky bottom-[calc(56px+env(safe-area-inset-bottom))] md:bottom-0 shadow-float) z-20 flex-none panel px-3 md:px-4 py-2.5"
    >
      {problems.length > 0 && (
        <div id="checkout-problems" role="alert" className="mb-2 text-small text-promo-ink">
          <ul className="grid gap-0.5">
            {problems.map((problem) => (
              <li key={problem} className="flex items-center gap-1.5">
                <span className="i-lucide-circle-alert text-body" aria-hidden="true" />
                {problem}
              </li>
            ))}
            {short.length > 0 && (
              <li className="flex flex-wrap gap-x-3">
                {short.map(({ merchant, lines }) => (
                  <Button
                    key={merchant.id}
                    kind="text"
                    size="small"
                    disabled={isPreviewing || isPlacing}
                    onClick={() => void leaveOut(lines.map((line) => line.id))}
                  >
                    暂不结算{merchant.name}
                  </Button>
                ))}
              </li>
            )}
          </ul>
        </div>
      )}
      {notices.map((notice) => (
        <p key={notice} className="mb-2 flex items-center gap-1.5 text-small text-ink-2">
          <span className="i-lucide-info text-body text-info" aria-hidden="true" />
          {notice}
        </p>
      ))}
      <div className="flex items-center gap-x-4 gap-y-1 lg:flex-wrap">
        <p className="flex-1 lg:basis-full min-w-0 text-small text-ink-2 truncate max-md:hidden">
          {address && `寄往 ${regionText(address)} ${address.detail}（${address.receiver} ${address.phone}）`}
        </p>
        <p className="flex items-baseline gap-2 ml-auto" aria-live="polite">
          应付 <Price yuan={total.pay_amount} size="big" />
        </p>
        <Button
          size="big"
          busy={isPlacing}
          disabled={isPreviewing || problems.length > 0}
          aria-describedby={problems.length > 0 ? 'checkout-problems' : undefined}
          onClick={() => void placeOrder()}
        >
          提交订单
        </Button>
      </div>
    </section>
  );
}
