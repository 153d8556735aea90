import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OwnTotp as OwnTotpWire } from '#lib/contract/accounts/totp-schema.ts';

const TotpSetUp = lazy(async () => ({ default: (await import('./TotpForms.tsx')).TotpSetUp }));
const TotpOff = lazy(async () => ({ default: (await import('./TotpForms.tsx')).TotpOff }));

interface Props {
  initial: OwnTotpWire;
  username: string;
  /** Other devices are logged out by it. */
  onSet: () => void;
}

/** Whether the log-in asks for the code of an authenticator, and switching that on and off. */
export function OwnTotp({ initial, username, onSet }: Props) {
  const [state, setState] = useState(initial);
  /** The form that is open. */
  const [form, setForm] = useState<'setUp' | 'off' | null>(null);
  const isOn = state.is_on === 1;
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone with the form.
  const close = () => {
    setForm(null);
    title.current?.focus();
  };
  return (
    <section className="panel mt-3" aria-labelledby="own-totp">
      <div className="panel-title">
        <h2 ref={title} id="own-totp" tabIndex={-1} className="flex items-center gap-2">
          登录验证码
          <Tag kind={isOn ? 'soft' : 'plain'}>{isOn ? '已开启' : '未开启'}</Tag>
        </h2>
      </div>
      <div className="p-3 md:p-4">
        <p className="mb-3 text-small text-ink-2">
          {isOn
            ? `登录时除密码外，还要填写身份验证器显示的6位数字。还有${state.recovery_left}个恢复码可用。`
            : '开启后，登录时除密码外，还要填写手机上身份验证器（TOTP）显示的6位数字，只知道密码的人登录不了。用通行密钥登录不需要它。'}
        </p>
        {form === null ? (
          <Button kind="plain" onClick={() => setForm(isOn ? 'off' : 'setUp')}>
            {isOn ? '关闭登录验证码' : '开启登录验证码'}
          </Button>
        ) : (
          <Suspense fallback={<p className="text-small text-ink-2">正在打开…</p>}>
            {form === 'off' ? (
              <TotpOff
                onOff={(now) => {
                  setState(now);
                  close();
                }}
                onCancel={close}
              />
            ) : (
              <TotpSetUp
                username={username}
                onSet={(recovery_left) => {
                  setState({ is_on: 1, recovery_left });
                  onSet();
                }}
                onDone={close}
              />
            )}
          </Suspense>
        )}
      </div>
    </section>
  );
}
