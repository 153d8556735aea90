import { useEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { call } from '#lib/client/api.ts';
import { api } from '#lib/contract/api.ts';
import { goOn } from './go-on.ts';
import { LoginFields } from './LoginFields.tsx';
import { useLoginForm } from './use-login-form.ts';

interface Props {
  /** A path of this site. */
  next: string;
  /** Offered in the demo only. */
  accounts: readonly { username: string; title: string; note: string }[];
  password: string;
}

/** Logging in by name or phone. */
export function LoginForm({ next, accounts, password: demoPassword }: Props) {
  const { form, fill, isBusy, isAlive, ...fields } = useLoginForm(
    (texts) => call(api.login, texts),
    ({ user }) => goOn(user, next),
  );

  useEffect(() => {
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
        <LoginFields {...fields} />
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
