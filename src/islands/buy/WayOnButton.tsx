import { lazy, Suspense, useState } from 'react';
import { loginHref } from '#lib/client/login-href.ts';
import { openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { wayOn } from '#lib/contract/goods/ways-on.ts';
import type { Offer } from '#lib/contract/offers/schema.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';

/** Comes when somebody applies: few do. */
const ApplyDialog = lazy(async () => ({
  default: (await import('#islands/controlled/ApplyDialog.tsx')).ApplyDialog,
}));

interface Props {
  state: Offer['buy_state'];
  goodsId: number;
  className: string;
}

/** Where a goods cannot be bought: the link or the dialog that leads on (contract/goods/ways-on). */
export function WayOnButton({ state: { code, text, action, reason }, goodsId, className }: Props) {
  const { page, dialog } = wayOn(code, goodsId);
  const [isApplying, setApplying] = useState(false);
  if (dialog === undefined)
    return (
      <a className={className} href={code === loginState.code ? loginHref() : page.href} title={reason}>
        {page.text ?? action}
      </a>
    );
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() =>
          dialog.kind === 'apply'
            ? setApplying(true)
            : openDialog({ title: text || '暂不可购', text: reason, confirm: '知道了' })
        }
      >
        {dialog.text ?? action}
      </button>
      {isApplying && (
        <Suspense fallback={null}>
          <ApplyDialog goodsId={goodsId} onClose={() => setApplying(false)} />
        </Suspense>
      )}
    </>
  );
}
