import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { resetForgotten } from '#lib/client/stores/shell/passwords.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';
import { NewPasswordField } from './NewPasswordField.tsx';

const names = ['password', 'again'] as const;

/** The second step of a forgotten password. A ticket that has run out leads back to the first. */
export function ForgetPassword({ username }: { username: string }) {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ password, again }) => ({
      ...(password.length < buyerPassword.min && { password: `密码至少${buyerPassword.min}个字` }),
      ...(password !== again && { again: '两次填写的新密码不一样' }),
    }),
    async send({ password }) {
      try {
        await resetForgotten(password);
        location.replace(path('/forget/step3'));
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 409) throw error;
        location.replace(path('/forget/step1', undefined, { over: '1' }));
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordField own={[username]} {...field('password')} />
      <Field
        label="再写一次新密码"
        size="big"
        type="password"
        autoComplete="new-password"
        maxLength={buyerPassword.max}
        required
        {...field('again')}
      />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        {isBusy ? '保存中…' : '保存新密码'}
      </Button>
    </form>
  );
}
