import { useState } from 'react';
import { RecoveryCodes } from '#islands/account/RecoveryCodes.tsx';
import { TotpConfirm } from '#islands/account/TotpConfirm.tsx';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { beginTotp, confirmTotp } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { path } from '#lib/contract/routes.ts';
import type { StaffWire, TotpSecret } from '#lib/contract/staff.ts';

interface Props {
  onEnrolled: (staff: StaffWire) => void;
}

/** Enrolling an authenticator: the secret, one right code, the recovery codes. */
export function Enrol({ onEnrolled }: Props) {
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    setBusy(true);
    await beginTotp().then(setSecret, react);
    setBusy(false);
  }

  if (codes !== null)
    return (
      <RecoveryCodes codes={codes} file="工作台恢复码.txt" title="身份验证器已绑定">
        <a className={buttonClass()} href={path('/desk')}>
          已保存，进入工作台
        </a>
      </RecoveryCodes>
    );
  if (secret === null)
    return (
      <>
        <p className="mb-3 text-small text-ink-2">
          在手机上安装任意一款身份验证器（TOTP），绑定后登录时除密码外还要填写它显示的6位数字。
        </p>
        <Button busy={isBusy} onClick={() => void begin()}>
          绑定身份验证器
        </Button>
      </>
    );
  return (
    <TotpConfirm
      secret={secret}
      confirm={confirmTotp}
      onConfirmed={({ staff, recovery_codes }) => {
        setCodes(recovery_codes);
        onEnrolled(staff);
      }}
    />
  );
}
