import { lazy, Suspense, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import type { useLoginForm } from './use-login-form.ts';

const LoginSteps = lazy(async () => ({ default: (await import('./LoginSteps.tsx')).LoginSteps }));

type Props = Pick<ReturnType<typeof useLoginForm>, 'field' | 'asked' | 'errors'>;

/** Name and password, further inputs of the login, and why it was refused. */
export function LoginFields({ field, asked, errors }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <>
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
      {asked.steps.length > 0 && (
        <Suspense>
          <LoginSteps key={asked.of} asked={asked.steps} field={field} />
        </Suspense>
      )}
      <FormNotice text={errors.form} />
    </>
  );
}
