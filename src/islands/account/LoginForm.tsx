import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { call } from '#lib/client/api.ts';
import { markStale } from '#lib/client/stale.ts';
import { api } from '#lib/contract/table/api.ts';

interface Props {
  /** A path of this site. */
  next: string;
  /** Offered in the demo only. */
  accounts: { username: string; title: string; note: string }[];
  password: string;
}

const names = ['username', 'password'] as const;

/** Logging in by name or phone. */
export function LoginForm({ next, accounts, password: demoPassword }: Props) {
  const [isShown, setShown] = useState(false);
  const [isAlive, setAlive] = useState(false);
  const { form, field, fill, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ username, password }) => ({
      ...(!username.trim() && { username: '请填写登录名或手机号' }),
      ...(!password && { password: '请填写密码' }),
    }),
    async send({ username, password }) {
      await call(api.login, { username: username.trim(), password });
      markStale();
      location.replace(next);
    },
  });

  // Before that the browser would send the form itself, and write the password into the address.
  useEffect(() => {
    setAlive(true);
    // A phone's keyboard would cover the page.
    if (document.activeElement === document.body && matchMedia('(pointer: fine)').matches)
      form.ref.current?.querySelector('input')?.focus();
  }, []);

  function fillIn(account: string) {
    fill({ username: account, password: demoPassword });
    form.ref.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus();
  }

  return (
    <>
      <form {...form} className="grid gap-4">
        <Field
          label="登录名或手机号"
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
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          required
          {...field('password')}
          end={
            <button
              type="button"
              className="icon-button"
              aria-label={isShown ? '隐藏密码' : '显示密码'}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <span
                className={`${isShown ? 'i-lucide-eye-off' : 'i-lucide-eye'} text-head`}
                aria-hidden="true"
              />
            </button>
          }
        />
        <FormNotice text={errors.form} />
        <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
          {isBusy ? '登录中…' : '登录'}
        </Button>
      </form>
      {accounts.length > 0 && (
        <section
          aria-labelledby="demo-accounts"
          className="mt-5 pt-4 border-t border-t-dashed border-line-strong"
        >
          <h2 id="demo-accounts" className="text-small text-ink-2 font-400">
            演示账号，点一下填入，密码 <b className="num text-ink">{demoPassword}</b>
          </h2>
          <ul className="grid grid-cols-2 gap-2 mt-2.5">
            {accounts.map((account) => (
              <li key={account.username}>
                <button
                  type="button"
                  title={account.note}
                  className="flex items-baseline justify-between gap-2 w-full h-control px-2.5 rounded border border-solid border-line bg-card-dim text-small leading-32px hover:(border-primary bg-primary-wash)"
                  onClick={() => fillIn(account.username)}
                >
                  <b className="font-600">{account.username}</b>
                  <span className="text-note text-ink-2">{account.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
