import { lazy, Suspense, useState } from 'react';
import { loginHref } from '#lib/client/login-href.ts';
import { type DialogRequest, openDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import { wayOn } from '#lib/contract/goods/ways-on.ts';
import type { Offer } from '#lib/contract/offers/calls.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';

/** Loaded when somebody applies: few do. */
const ApplyDialog = lazy(async () => ({
  default: (await import('#islands/controlled/ApplyDialog.tsx')).ApplyDialog,
}));

interface Props {
  state: Offer['buy_state'];
  goodsId: number;
  className: string;
}

/** A frozen company cannot help itself: whom to call, and when. */
function contactFor(code: string): Partial<DialogRequest> {
  const user = code === 'frozen' ? $user.get() : undefined;
  if (!user?.common_config.hot_line) return {};
  const { service_hours, common_config } = user;
  const { hot_line } = common_config;
  return { link: { text: `客服热线 ${hot_line}（${service_hours}）`, href: `tel:${hot_line}` } };
}

/** Where an item cannot be bought: the link or the dialog to continue (contract/goods/ways-on). */
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
            : openDialog({ title: text || '暂不可购', text: reason, confirm: '知道了', ...contactFor(code) })
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
