import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/react.ts';
import { markStale } from '#lib/client/stale.ts';
import { api } from '#lib/contract/api.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';

interface Props {
  /** A path of this site. */
  next: string;
  /** Offered in the demo only. */
  accounts: { username: string; title: string; note: string }[];
  password: string;
}

type Errors = Partial<Record<'username' | 'password' | 'form', string>>;

/**
 * Logging in by name or phone; what was refused is said beside its field. The fields keep their own text: what was
 * typed, or filled in by the browser, before the page came to life counts.
 */
export function LoginForm({ next, accounts, password: demoPassword }: Props) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [isAlive, setAlive] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Before that the browser would send the form itself, and write the password into the address.
  useEffect(() => setAlive(true), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const username = textOf('username').trim();
    const password = textOf('password');
    const missing: Errors = {};
    if (!username) missing.username = '请填写登录名或手机号';
    if (!password) missing.password = '请填写密码';
    setErrors(missing);
    if (Object.keys(missing).length > 0) {
      focusField(missing.username ? 'username' : 'password');
      return;
    }
    setBusy(true);
    try {
      await call(api.login, { username, password });
      markStale();
      location.replace(next);
    } catch (error) {
      setBusy(false);
      show(error);
    }
  }

  /** Field errors stand at their field, other refusals above the button; what is no refusal goes the common way. */
  function show(error: unknown) {
    if (!(error instanceof AppError) || error.code >= 500) {
      react(error);
      return;
    }
    const fields = firstMessages(error.data);
    if (fields.username || fields.password) {
      setErrors(fields);
      focusField(fields.username ? 'username' : 'password');
    } else setErrors({ form: error.message });
  }

  function fieldOf(name: 'username' | 'password'): HTMLInputElement | null {
    return form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  }

  function textOf(name: 'username' | 'password'): string {
    return fieldOf(name)?.value ?? '';
  }

  function focusField(name: 'username' | 'password') {
    fieldOf(name)?.focus();
  }

  function fill(account: string) {
    for (const [name, text] of [
      ['username', account],
      ['password', demoPassword],
    ] as const) {
      const field = fieldOf(name);
      if (field) field.value = text;
    }
    setErrors({});
    form.current?.querySelector<HTMLButtonElement>('[type="submit"]')?.focus();
  }

  return (
    <>
      <form ref={form} className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="登录名或手机号"
          name="username"
          size="big"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={50}
          required
          error={errors.username}
        />
        <Field
          label="密码"
          name="password"
          size="big"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          required
          error={errors.password}
          end={
            <button
              type="button"
              className="icon-button"
              aria-label={isShown ? '隐藏密码' : '显示密码'}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              <span
                className={`${isShown ? 'i-lucide-eye-off' : 'i-lucide-eye'} text-18px`}
                aria-hidden="true"
              />
            </button>
          }
        />
        {errors.form && (
          <p
            role="alert"
            className="flex items-start gap-2 px-3 py-2 rounded bg-price-wash text-price-ink text-13px"
          >
            <span className="i-lucide-circle-alert text-16px mt-2px" aria-hidden="true" />
            {errors.form}
          </p>
        )}
        <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
          {isBusy ? '登录中…' : '登录'}
        </Button>
      </form>
      {accounts.length > 0 && (
        <section
          aria-labelledby="demo-accounts"
          className="mt-5 pt-4 border-t border-t-dashed border-line-strong"
        >
          <h2 id="demo-accounts" className="text-13px text-ink-2 font-400">
            演示账号，点一下填入，密码 <b className="num text-ink">{demoPassword}</b>
          </h2>
          <ul className="grid grid-cols-2 gap-2 mt-2.5">
            {accounts.map((account) => (
              <li key={account.username}>
                <button
                  type="button"
                  title={account.note}
                  className="flex items-baseline justify-between gap-2 w-full h-34px px-2.5 rounded border border-solid border-line bg-card-dim text-13px leading-32px hover:(border-primary bg-primary-wash)"
                  onClick={() => fill(account.username)}
                >
                  <b className="font-600">{account.username}</b>
                  <span className="text-12px text-ink-2">{account.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
