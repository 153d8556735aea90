import { useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useFirstFocus } from '#islands/ui/use-first-focus.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { addPasskey, renamePasskey } from '#lib/client/stores/shell/passkeys.ts';
import type { PasskeyWire } from '#lib/contract/passkeys.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';

const nameBox = { label: '名称', maxLength: 30, required: true } as const;

interface Adding {
  username: string;
  device: string;
  onAdded: (list: PasskeyWire[]) => void;
  onCancel: () => void;
}

const addNames = ['password', 'name'] as const;

/** Adding one of this device, after the password. */
export function AddPasskey({ username, device, onAdded, onCancel }: Adding) {
  const { form, field, errors, isBusy } = useForm({
    names: addNames,
    leaves: true,
    showsRefusal: true,
    check: ({ password, name }) => ({
      ...(!password && { password: '请填写登录密码' }),
      ...(!name.trim() && { name: '请给它起个名称' }),
    }),
    send: ({ password, name }) => addPasskey({ password, name: name.trim() }),
    onSent: onAdded,
  });
  useFirstFocus(form.ref);
  return (
    <form {...form} className="grid gap-3 max-w-420px">
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field
        label="先填写登录密码"
        type="password"
        autoComplete="current-password"
        maxLength={buyerPassword.max}
        required
        {...field('password')}
      />
      <Field {...nameBox} hint="以后认得出是哪台设备" {...field('name', device)} />
      <FormNotice text={errors.form} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          下一步
        </Button>
        <Button kind="plain" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  );
}

interface Renaming {
  passkey: PasskeyWire;
  onRenamed: (list: PasskeyWire[]) => void;
  onClose: () => void;
}

const renameNames = ['name'] as const;

/** Another name for one. */
export function RenamePasskey({ passkey, onRenamed, onClose }: Renaming) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: renameNames,
    leaves: true,
    showsRefusal: true,
    check: ({ name }) => (name.trim() ? {} : { name: '请给它起个名称' }),
    send: ({ name }) => renamePasskey(passkey.id, name.trim()),
    onSent: onRenamed,
  });
  return (
    <FormDialog title="通行密钥改名" onClose={onClose} formId={formId} button="保存" isBusy={isBusy}>
      <form id={formId} {...form} className="grid gap-4">
        <Field {...nameBox} {...field('name', passkey.name)} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
