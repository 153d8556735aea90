import { LoginFields } from '#islands/account/LoginFields.tsx';
import { useLoginForm } from '#islands/account/use-login-form.ts';
import { Button } from '#islands/ui/Button.tsx';
import { markStale } from '#lib/client/stale.ts';
import { linkWechat } from '#lib/client/stores/wechat.ts';
import { path } from '#lib/contract/routes.ts';

/** Binds the WeChat that was scanned to an account that is there already. */
export function LinkWechat() {
  const { form, isBusy, isAlive, ...fields } = useLoginForm(linkWechat, () => {
    markStale();
    location.replace(path('/zhzx/bdwx', undefined, { bound: 1 }));
  });
  return (
    <form {...form} className="grid gap-4">
      <LoginFields {...fields} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full">
        {isBusy ? '绑定中…' : '登录并绑定'}
      </Button>
    </form>
  );
}
