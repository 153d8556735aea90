import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { QrCode } from '#islands/ui/QrCode.tsx';
import { useFirstFocus } from '#islands/ui/use-first-focus.ts';
import { useForm } from '#islands/ui/use-form.ts';
import type { TotpSecret } from '#lib/contract/staff.ts';

interface Props<Done> {
  secret: TotpSecret;
  confirm: (code: string) => Promise<Done>;
  onConfirmed: (done: Done) => void;
  /** Leaves it; where it must be done there is no way out. */
  onCancel?: () => void;
}

const names = ['code'] as const;

/** The secret of an authenticator to be scanned or typed, and the first code that confirms it. */
export function TotpConfirm<Done>({ secret, confirm, onConfirmed, onCancel }: Props<Done>) {
  const { form, field, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    check: ({ code }) => (/^\s*\d{3}\s?\d{3}\s*$/.test(code) ? {} : { code: '请填写6位数字' }),
    send: ({ code }) => confirm(code),
    onSent: onConfirmed,
  });
  useFirstFocus(form.ref);
  return (
    <div className="grid sm:grid-cols-[auto_minmax(0,1fr)] gap-5 items-start">
      <QrCode qr={secret.qr} label="身份验证器的二维码" />
      <div className="grid gap-3">
        <p className="text-small text-ink-2">
          用身份验证器扫描二维码，或手工输入密钥：
          <b className="block mt-1 num text-ink break-all">{secret.secret}</b>
        </p>
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
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={isBusy}>
              确认绑定
            </Button>
            {onCancel !== undefined && (
              <Button kind="plain" onClick={onCancel}>
                取消
              </Button>
            )}
          </div>
        </form>
      </div>
    </div>
  );
}
