import { lazy, Suspense, useState } from 'react';
import { StockBell } from '#islands/alerts/StockBell.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { loginHref } from '#lib/client/login-href.ts';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { wayOn } from '#lib/contract/goods/ways-on.ts';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { faceClasses, type View } from './views.ts';

/** Comes when somebody applies: few do. */
const ApplyDialog = lazy(async () => ({
  default: (await import('#islands/controlled/ApplyDialog.tsx')).ApplyDialog,
}));

/** What stands there when a goods cannot be bought: why, and the way on. The price only where the state shows it. */
export function Refused({ offer, view }: { offer: Offer; view: View }) {
  const { code, text, action, reason } = offer.buy_state;
  const face = faceClasses[view];
  const { page, dialog, waits } = wayOn(code, offer.id);
  const [isApplying, setApplying] = useState(false);
  const label = (dialog ?? page).text ?? action;
  const button = view === 'detail' ? 'btn-ghost btn-big' : 'btn-ghost col-span-full h-tool';
  return (
    <div className={face.root}>
      {offer.price === undefined ? (
        <p className={face.note} title={reason}>
          {text}
        </p>
      ) : (
        <div>
          <div className={face.price}>
            <Price yuan={offer.price} size={view === 'detail' ? 'big' : 'normal'} />
          </div>
          <p className={face.line} title={reason}>
            {text}
          </p>
        </div>
      )}
      {view === 'detail' && <p className="text-small text-ink-2">{reason}</p>}
      <div className={face.controls}>
        {waits && (
          <StockBell id={offer.id} className={view === 'detail' ? 'btn-big' : 'col-span-full h-tool'} />
        )}
        {waits && view !== 'detail' ? null : dialog === undefined ? (
          <a className={button} href={code === 'login' ? loginHref() : page.href} title={reason}>
            {label}
          </a>
        ) : (
          <button
            type="button"
            className={button}
            onClick={() =>
              dialog.kind === 'apply'
                ? setApplying(true)
                : openDialog({ title: text, text: reason, confirm: '知道了' })
            }
          >
            {label}
          </button>
        )}
      </div>
      {isApplying && (
        <Suspense fallback={null}>
          <ApplyDialog goodsId={offer.id} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </div>
  );
}
