import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { logInAtDesk } from '#lib/client/stores/desk/session.ts';

const names = ['username', 'password', 'code'] as const;

/** Logging in at a desk; `next` is a path of one. */
export function DeskLogin({ next }: { next: string }) {
  const [isAlive, setAlive] = useState(false);
  // Before that the browser would send the form itself, and write the password into the address.
  useEffect(() => setAlive(true), []);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ username, password }) => ({
      ...(!username.trim() && { username: '请填写登录名' }),
      ...(!password && { password: '请填写密码' }),
    }),
    async send({ username, password, code }) {
      await logInAtDesk({ username: username.trim(), password, code });
      location.replace(next);
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label="登录名"
        size="big"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={50}
        required
        {...field('username')}
      />
      <Field
        label="密码"
        size="big"
        type="password"
        autoComplete="current-password"
        maxLength={128}
        required
        {...field('password')}
      />
      <Field
        label="验证码"
        size="big"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={20}
        hint="身份验证器上的6位数字，或一个恢复码；还没有绑定时留空"
        {...field('code')}
      />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        {isBusy ? '登录中…' : '登录'}
      </Button>
    </form>
  );
}
