import { useRef, useState } from 'react';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PayPasswordWire } from '#lib/contract/payments/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { payPasswordTries } from '#lib/rules/money/pay-password.ts';
import { PayPasswordForm } from './PayPasswordForm.tsx';

/** One's own payment password: whether it is set, and changing it. */
export function PayPasswordPage({ initial }: { initial: PayPasswordWire }) {
  const [state, setState] = useState(initial);
  const title = useRef<HTMLHeadingElement>(null);
  const isSet = state.is_set === 1;

  function changed(next: PayPasswordWire) {
    setState(next);
    showToast('success', isSet ? '支付密码已修改' : '支付密码已设置');
    title.current?.focus();
  }

  return (
    <section className="panel">
      <div className="panel-title">
        <h1 ref={title} tabIndex={-1} className="outline-none">
          支付密码
        </h1>
        <Tag kind={isSet ? 'soft' : 'plain'}>{isSet ? '已设置' : '未设置'}</Tag>
      </div>
      <div className="grid gap-4 p-4">
        <p className="text-small text-ink-2 max-w-560px">
          用企业余额付款时核对，每位同事各设各的。设置后每次余额支付都需要；未设置时，每人一天用余额支付合计超过¥
          {showYuan(state.password_above)}须先设置。连续输错{payPasswordTries}次会锁定一段时间。
        </p>
        {state.locked_until !== '' && (
          <p role="status" className="px-4 py-3 rounded bg-info-wash text-small text-info-ink">
            支付密码已锁定，{momentText(state.locked_until)} 后可再试；用登录密码重新设置后立即可用。
          </p>
        )}
        {isSet && <p className="text-small text-ink-2">上次设置 {momentText(state.set_at)}</p>}
        <PayPasswordForm key={state.set_at} onSet={changed} />
      </div>
    </section>
  );
}
