import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveText } from '#lib/client/csv.ts';
import { beginTotp, confirmTotp } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { path } from '#lib/contract/routes.ts';
import type { StaffWire, TotpSecret } from '#lib/contract/staff/schema.ts';

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

  if (codes !== null) return <RecoveryCodes codes={codes} />;
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
    <div className="grid sm:grid-cols-[auto_minmax(0,1fr)] gap-5 items-start">
      <QrCode {...secret.qr} />
      <div className="grid gap-3">
        <p className="text-small text-ink-2">
          用身份验证器扫描二维码，或手工输入密钥：
          <b className="block mt-1 num text-ink break-all">{secret.secret}</b>
        </p>
        <ConfirmForm
          onConfirmed={(staff, recovery) => {
            setCodes(recovery);
            onEnrolled(staff);
          }}
        />
      </div>
    </div>
  );
}

const names = ['code'] as const;

function ConfirmForm({ onConfirmed }: { onConfirmed: (staff: StaffWire, codes: string[]) => void }) {
  const { form, field, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    check: ({ code }) => (/^\s*\d{3}\s?\d{3}\s*$/.test(code) ? {} : { code: '请填写6位数字' }),
    send: ({ code }) => confirmTotp(code),
    onSent: ({ staff, recovery_codes }) => onConfirmed(staff, recovery_codes),
  });
  return (
    <form {...form} className="grid gap-3 max-w-240px">
      <Field
        label="身份验证器上的6位数字"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        required
        {...field('code')}
      />
      <FormNotice text={errors.form} />
      <div>
        <Button type="submit" busy={isBusy}>
          确认绑定
        </Button>
      </div>
    </form>
  );
}

function QrCode({ size, path: dark }: TotpSecret['qr']) {
  return (
    <svg
      role="img"
      aria-label="身份验证器的二维码"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-200px h-200px bg-white border border-solid border-line rounded"
    >
      <path d={dark} fill="#000" />
    </svg>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const save = () => saveText('药批网工作台恢复码.txt', 'text/plain', `${codes.join('\r\n')}\r\n`);
  return (
    <>
      <p role="status" className="mb-3">
        身份验证器已绑定。请保存下面的恢复码：手机不在身边时，每个可以代替验证码登录一次。
        <b>离开本页后不再显示。</b>
      </p>
      <ul className="grid grid-cols-2 sm:grid-cols-5 gap-2 mb-4">
        {codes.map((code) => (
          <li key={code} className="px-2 py-1.5 rounded bg-card-dim text-center num">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button kind="plain" onClick={save}>
          <span className="i-lucide-download text-body" aria-hidden="true" />
          下载恢复码
        </Button>
        <a className={buttonClass()} href={path('/desk')}>
          已保存，进入工作台
        </a>
      </div>
    </>
  );
}
