import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { ClosingWire } from '#lib/contract/closing.ts';
import { showCount, showYuan } from '#lib/rules/money/money.ts';

/** Closing the account: its conditions, the asking, and calling it off while there is time. */
export function ClosingPage({ initial }: { initial: ClosingWire }) {
  const [closing, setClosing] = useState(initial);
  return (
    <section className="panel" aria-live="polite">
      <h1 className="panel-title">注销账号</h1>
      {closing.due_at === '' ? (
        <>
          <Conditions closing={closing} />
          <BeginForm closing={closing} onBegun={setClosing} />
        </>
      ) : (
        <Waiting closing={closing} onOff={setClosing} />
      )}
    </section>
  );
}

function Conditions({ closing }: { closing: ClosingWire }) {
  return (
    <div className="p-4 md:p-5 border-b border-b-solid border-line">
      <h2 className="text-title">注销前要办完的事</h2>
      <ul className="grid gap-2 mt-3">
        {closing.checks.map(({ need, text, is_met, note }) => (
          <li key={need} className="flex items-start gap-2">
            <span
              className={`${is_met ? 'i-lucide-circle-check-big text-primary' : 'i-lucide-circle-x text-price'} text-title mt-0.5 flex-none`}
              aria-hidden="true"
            />
            <span>
              {text}
              <span className="sr-only">{is_met ? '：已满足' : '：未满足'}</span>
              {note && <span className="block text-small text-price">{note}</span>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BeginForm({ closing, onBegun }: { closing: ClosingWire; onBegun: (now: ClosingWire) => void }) {
  const { form, field, errors, isBusy } = useForm({
    names: ['agree', 'password'],
    showsRefusal: true,
    check: ({ agree, password }) => ({
      ...(agree === '' && { agree: '请先阅读并确认注销的后果' }),
      ...(password === '' && { password: '请填写登录密码' }),
    }),
    send: ({ password }) => call(api.beginClosing, { agree: 1, password }),
    onSent: onBegun,
  });
  if (closing.is_free === 0)
    return <p className="p-4 md:p-5 text-ink-2">上面的事项都办完后，就可以在这里申请注销。</p>;
  return (
    <form {...form} className="grid gap-4 p-4 md:p-5 max-w-560px">
      <FieldGroup legend="注销的后果" error={errors.agree}>
        <ul className="grid gap-1 pl-5 list-disc text-small text-ink-2">
          <li>申请后有7天冷静期，期间照常使用，可以随时撤回；到期后不能恢复</li>
          <li>企业所有账号同时失效，姓名、手机号和收货地址会删除</li>
          <li>
            {showCount(closing.points)}积分、优惠券和现金券作废，待入账的返利和返现¥
            {showYuan(closing.promised)}放弃
          </li>
          <li>购销记录、资质和票据依法保存</li>
        </ul>
        <label className="inline-flex items-center gap-2 min-h-control cursor-pointer">
          <input type="checkbox" name="agree" value="1" className="accent-[var(--primary)]" />
          我已了解并同意
        </label>
      </FieldGroup>
      <Field
        label="登录密码"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        required
        {...field('password')}
      />
      <FormNotice text={errors.form} />
      <div>
        <Button type="submit" kind="danger" busy={isBusy}>
          申请注销
        </Button>
      </div>
    </form>
  );
}

function Waiting({ closing, onOff }: { closing: ClosingWire; onOff: (now: ClosingWire) => void }) {
  const [isBusy, setBusy] = useState(false);

  async function callOff() {
    setBusy(true);
    try {
      onOff(await call(api.callOffClosing, {}));
      showToast('success', '已撤回注销申请');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-3 p-4 md:p-5">
      <p className="text-title">
        账号将在 <b className="num">{momentText(closing.due_at)}</b> 注销
      </p>
      <p className="text-ink-2">
        {closing.asked_by}于 <span className="num">{momentText(closing.asked_at)}</span>{' '}
        申请。在此之前一切照常，可以随时撤回；到期时如有未完成的订单、余额或退款，注销会自动取消并通知您。
      </p>
      <Button kind="ghost" busy={isBusy} onClick={() => void callOff()}>
        撤回注销申请
      </Button>
    </div>
  );
}
