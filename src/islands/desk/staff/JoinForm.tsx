import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { joinStaff } from '#lib/client/stores/desk/staff.ts';
import { path } from '#lib/contract/routes.ts';
import { staffPassword } from '#lib/rules/companies/staff.ts';

/** Who opens an invitation chooses name and password, and is in. */
export function JoinForm({ token }: { token: string }) {
  const [isAlive, setAlive] = useState(false);
  // Before that the browser would send the form itself, and write the password into the address.
  useEffect(() => setAlive(true), []);
  const { form, field, errors, isBusy } = useForm({
    names: ['username', 'password', 'again'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ username, password, again }) => ({
      ...(username.trim().length < 2 && { username: '请填写登录名，2–50个字' }),
      ...(password.length < staffPassword.min && { password: `密码至少${staffPassword.min}个字` }),
      ...(again !== password && { again: '两次密码不一致' }),
    }),
    async send({ username, password }) {
      await joinStaff({ token, username: username.trim(), password });
      location.replace(path('/desk'));
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
        hint="字母、汉字、数字和 . _ -，以后不能更改"
        required
        {...field('username')}
      />
      <Field
        label="密码"
        size="big"
        type="password"
        autoComplete="new-password"
        maxLength={staffPassword.max}
        hint={`至少${staffPassword.min}个字`}
        required
        {...field('password')}
      />
      <Field
        label="再写一次密码"
        size="big"
        type="password"
        autoComplete="new-password"
        maxLength={staffPassword.max}
        required
        {...field('again')}
      />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        加入工作台
      </Button>
    </form>
  );
}
