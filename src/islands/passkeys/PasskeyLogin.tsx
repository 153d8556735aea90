import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { goOn } from '#islands/account/go-on.ts';
import { loginSteps, useLoginSteps } from '#islands/account/use-login-steps.ts';
import { Button } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { hasPasskeys } from './has-passkeys.ts';

const LoginSteps = lazy(async () => ({
  default: (await import('#islands/account/LoginSteps.tsx')).LoginSteps,
}));

interface Props {
  /** A path of this site. */
  next: string;
  /** The origin of this shop's passkeys. */
  origin: string;
  /** Content on the same line. */
  children?: ReactNode;
}

/** Logging in by a passkey, on a line that is there already: nothing moves when the browser turns out to have them. */
export function PasskeyLogin({ next, origin, children }: Props) {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(hasPasskeys(origin)), [origin]);
  const { asked, check, send } = useLoginSteps();
  const { form, field, errors, isBusy } = useForm({
    names: loginSteps,
    leaves: true,
    showsRefusal: true,
    check: (steps) => check('', steps),
    send: (steps) =>
      send('', steps, async ({ agreement = '' }) => {
        const { logInByPasskey } = await import('#lib/client/stores/shell/passkeys.ts');
        return logInByPasskey(agreement);
      }),
    onSent: (user) => goOn(user, next),
  });
  return (
    <form {...form} className="grid gap-3">
      {asked.steps.length > 0 && (
        <Suspense>
          <LoginSteps asked={asked.steps} field={field} />
        </Suspense>
      )}
      <FormNotice text={errors.form} />
      <div className="flex items-center justify-between gap-3 min-h-control text-small">
        {children}
        {isHere && (
          <Button type="submit" kind="text" size="small" busy={isBusy}>
            <span className="i-lucide-fingerprint-pattern text-body" aria-hidden="true" />
            用通行密钥登录
          </Button>
        )}
      </div>
    </form>
  );
}
