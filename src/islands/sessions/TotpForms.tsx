import { useState } from 'react';
import { RecoveryCodes } from '#islands/account/RecoveryCodes.tsx';
import { TotpConfirm } from '#islands/account/TotpConfirm.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useFirstFocus } from '#islands/ui/use-first-focus.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OwnTotp } from '#lib/contract/accounts/totp-schema.ts';
import { api } from '#lib/contract/api.ts';
import type { TotpSecret } from '#lib/contract/staff.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';

interface SetUp {
  username: string;
  /** It is required from now on; the number of recovery codes. */
  onSet: (recoveryLeft: number) => void;
  /** The recovery codes were seen, or it was left. */
  onDone: () => void;
}

/** Setting an authenticator up: the password, the secret with one right code, the recovery codes. */
export function TotpSetUp({ username, onSet, onDone }: SetUp) {
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null)
    return (
      <RecoveryCodes codes={codes} file="登录恢复码.txt" title="登录验证码已开启，其他设备已退出登录">
        <Button onClick={onDone}>已保存</Button>
      </RecoveryCodes>
    );
  if (secret === null) return <PasswordForm username={username} onProved={setSecret} onCancel={onDone} />;
  return (
    <TotpConfirm
      secret={secret}
      confirm={(code) => call(api.confirmOwnTotp, { code })}
      onCancel={onDone}
      onConfirmed={({ recovery_codes }) => {
        setCodes(recovery_codes);
        onSet(recovery_codes.length);
      }}
    />
  );
}

const passwordNames = ['password'] as const;

interface Proving {
  username: string;
  onProved: (secret: TotpSecret) => void;
  onCancel: () => void;
}

function PasswordForm({ username, onProved, onCancel }: Proving) {
  const { form, field, errors, isBusy } = useForm({
    names: passwordNames,
    showsRefusal: true,
    check: ({ password }) => (password ? {} : { password: '请填写登录密码' }),
    send: ({ password }) => call(api.beginOwnTotp, { password }),
    onSent: onProved,
  });
  useFirstFocus(form.ref);
  return (
    <form {...form} className="grid gap-3 max-w-420px">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field
        label="先填写登录密码"
        type="password"
        autoComplete="current-password"
        maxLength={buyerPassword.max}
        required
        {...field('password')}
      />
      <FormNotice text={errors.form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          下一步
        </Button>
        <Button kind="plain" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}

const offNames = ['code'] as const;

/** Switching it off by a code. */
export function TotpOff({ onOff, onCancel }: { onOff: (now: OwnTotp) => void; onCancel: () => void }) {
  const { form, field, errors, isBusy } = useForm({
    names: offNames,
    showsRefusal: true,
    check: ({ code }) => (code.trim() ? {} : { code: '请填写验证码' }),
    send: ({ code }) => call(api.endOwnTotp, { code: code.trim() }),
    onSent(now) {
      showToast('success', '登录验证码已关闭');
      onOff(now);
    },
  });
  useFirstFocus(form.ref);
  return (
    <form {...form} className="grid gap-3 max-w-420px">
      <Field
        label="身份验证器上的6位数字"
        hint="手机不在身边时，填写一个恢复码"
        autoComplete="one-time-code"
        maxLength={20}
        required
        {...field('code')}
      />
      <FormNotice text={errors.form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          确认关闭
        </Button>
        <Button kind="plain" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}
