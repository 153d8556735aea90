import { NewPasswordField } from '#islands/account/NewPasswordField.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { changeOwnPassword } from '#lib/client/stores/shell/passwords.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';

const names = ['old_password', 'password', 'again'] as const;

interface Props {
  username: string;
  /** Other devices are logged out by it. */
  onChanged: () => void;
}

/** Changes one's own password. */
export function OwnPassword({ username, onChanged }: Props) {
  const { form, field, fill, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    check: ({ old_password, password, again }) => ({
      ...(!old_password && { old_password: '请填写原密码' }),
      ...(password.length < buyerPassword.min && { password: `密码至少${buyerPassword.min}个字` }),
      ...(password !== again && { again: '两次填写的新密码不一样' }),
    }),
    send: ({ old_password, password }) => changeOwnPassword({ old_password, password }),
    onSent(ended) {
      fill({ old_password: '', password: '', again: '' });
      showToast('success', ended > 0 ? `密码已修改，其他${ended}台设备已退出登录` : '密码已修改');
      onChanged();
    },
  });
  const box = { type: 'password', maxLength: buyerPassword.max, required: true, size: 'big' } as const;
  return (
    <section className="panel mt-3" aria-labelledby="own-password">
      <div className="panel-title">
        <h2 id="own-password">修改登录密码</h2>
      </div>
      <form {...form} className="grid gap-4 max-w-420px p-3 md:p-4">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label="原密码" autoComplete="current-password" {...box} {...field('old_password')} />
        <NewPasswordField own={[username]} {...field('password')} />
        <Field label="再写一次新密码" autoComplete="new-password" {...box} {...field('again')} />
        <FormNotice text={errors.form} />
        <div>
          <Button type="submit" busy={isBusy}>
            修改密码
          </Button>
        </div>
      </form>
    </section>
  );
}
