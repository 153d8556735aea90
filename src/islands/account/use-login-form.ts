import { useEffect, useState } from 'react';
import { useForm } from '#islands/ui/use-form.ts';
import type { LoginTexts } from '#lib/contract/accounts/calls.ts';
import { loginSteps, useLoginSteps } from './use-login-steps.ts';

const names = ['username', 'password', ...loginSteps] as const;

/**
 * A form that logs in by name and password, with further inputs as the server requires; rendered with `<LoginFields>`.
 */
export function useLoginForm<T>(logIn: (texts: LoginTexts) => Promise<T>, onEntered: (entered: T) => void) {
  const [isAlive, setAlive] = useState(false);
  const { asked, check, send } = useLoginSteps();
  const made = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ username, password, ...steps }) => ({
      ...(!username.trim() && { username: '请填写登录名或手机号' }),
      ...(!password && { password: '请填写密码' }),
      ...check(username.trim(), steps),
    }),
    send: ({ username, password, ...steps }) =>
      send(username.trim(), steps, (given) => logIn({ username: username.trim(), password, ...given })),
    onSent: onEntered,
  });
  // Before that the browser would send the form itself, and write the password into the address.
  useEffect(() => setAlive(true), []);
  return { ...made, asked, isAlive };
}
