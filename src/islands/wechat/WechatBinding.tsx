import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { unbindWechat } from '#lib/client/stores/wechat.ts';
import { path } from '#lib/contract/routes.ts';
import { WechatButton } from './WechatButton.tsx';

interface Props {
  /** The nickname of the WeChat that is bound; null for none. */
  initial: string | null;
  /** WeChat is switched on here. */
  isOn: boolean;
}

/** Which WeChat one logs in by, binding one and taking it away. */
export function WechatBinding({ initial, isOn }: Props) {
  const [wechat, setWechat] = useState(initial);
  const [isBusy, setBusy] = useState(false);

  async function unbind() {
    const text = `解绑“${wechat ?? ''}”后，不能再用它扫码登录，密码登录不受影响。`;
    if (!(await ask({ title: '解绑微信', text, confirm: '解绑', cancel: '取消' }))) return;
    setBusy(true);
    try {
      await unbindWechat();
      setWechat(null);
      showToast('success', '微信已解绑');
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  if (wechat !== null)
    return (
      <div className="grid gap-4">
        <p>
          已绑定微信 <b>{wechat}</b>，可以在登录页扫码登录。
        </p>
        <div>
          <Button kind="plain" busy={isBusy} onClick={() => void unbind()}>
            解绑微信
          </Button>
        </div>
      </div>
    );
  if (!isOn) return <p className="text-ink-2">微信登录尚未开通，请继续用密码登录。</p>;
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        还没有绑定微信。绑定后可以在登录页扫码登录，不用输入密码；一个微信只能绑定一个账号。
      </p>
      <div className="max-w-320px">
        <WechatButton text="扫码绑定微信" next={path('/zhzx/bdwx')} />
      </div>
    </div>
  );
}
