import { useRef, useState } from 'react';
import { Tag } from '#islands/ui/Tag.tsx';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { path } from '#lib/contract/routes.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import { Enrol } from './Enrol.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** One's own password and authenticator; steps required before the desk opens are shown alone. */
export function AccountPage({ initial }: { initial: StaffWire }) {
  const [staff, setStaff] = useState(initial);
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = staff.must_change_password === 1;

  function changed(next: StaffWire) {
    // The last required step is done.
    if (isFirst && next.must_enrol === 0) return location.assign(path('/desk'));
    setStaff(next);
    showToast('success', '密码已修改，其他设备已退出');
    title.current?.focus();
  }

  return (
    <div className="grid gap-3 max-w-640px">
      <h1 ref={title} tabIndex={-1} className="text-section outline-none">
        我的账号
      </h1>
      {isFirst && <Notice text="这是管理员给您的初始密码，请先换成自己的密码。" />}
      {!isFirst && staff.must_enrol === 1 && (
        <Notice text="您的账号登录需要身份验证器。绑定后才能使用工作台。" />
      )}
      <section className="panel" aria-labelledby="password-title">
        <h2 id="password-title" className="panel-title">
          登录密码
        </h2>
        <div className="p-4">
          <PasswordForm isFirst={isFirst} onChanged={changed} />
        </div>
      </section>
      {!isFirst && (
        <section className="panel" aria-labelledby="totp-title">
          <h2 id="totp-title" className="panel-title">
            身份验证器
            {staff.is_enrolled === 1 && <Tag kind="soft">已绑定</Tag>}
          </h2>
          <div className="p-4">
            {initial.is_enrolled === 1 ? (
              <p className="text-small text-ink-2">
                登录时要填写身份验证器上的验证码。换手机或丢失时，请联系管理员解除后重新绑定。
              </p>
            ) : (
              <Enrol onEnrolled={setStaff} />
            )}
          </div>
        </section>
      )}
    </div>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 px-4 py-3 rounded bg-info-wash text-info-ink">
      <span className="i-lucide-info text-title" aria-hidden="true" />
      {text}
    </p>
  );
}
