import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { changeDeskPassword } from '#lib/client/stores/desk/session.ts';
import type { StaffWire } from '#lib/contract/staff.ts';
import { staffPassword } from '#lib/rules/companies/staff.ts';

const names = ['password', 'new_password', 'again'] as const;
const { min, max } = staffPassword;

interface Props {
  /** The password is the one that was handed out. */
  isFirst: boolean;
  onChanged: (staff: StaffWire) => void;
}

/** Changes one's own password; other devices are logged out by it. */
export function PasswordForm({ isFirst, onChanged }: Props) {
  const { form, field, fill, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    check: ({ password, new_password: next, again }) => ({
      ...(!password && { password: '请填写密码' }),
      ...(next.length < min && { new_password: `新密码至少${min}个字` }),
      ...(next !== again && { again: '两次填写的新密码不一样' }),
    }),
    send: ({ password, new_password }) => changeDeskPassword({ password, new_password }),
    onSent(staff) {
      fill({ password: '', new_password: '', again: '' });
      onChanged(staff);
    },
  });
  const box = { type: 'password', maxLength: max, required: true } as const;
  return (
    <form {...form} className="grid gap-3 max-w-420px">
      <Field
        label={isFirst ? '初始密码' : '原密码'}
        autoComplete="current-password"
        {...box}
        {...field('password')}
      />
      <Field
        label="新密码"
        autoComplete="new-password"
        hint={`至少${min}个字，不要用登录名和常见的词，可以用几个不相干的词`}
        {...box}
        {...field('new_password')}
      />
      <Field label="再写一次新密码" autoComplete="new-password" {...box} {...field('again')} />
      <FormNotice text={errors.form} />
      <div>
        <Button type="submit" busy={isBusy}>
          修改密码
        </Button>
      </div>
    </form>
  );
}
