import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveOwnName } from '#lib/client/stores/shell/own-data.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { isOwnName, maxPersonName } from '#lib/rules/companies/person-name.ts';

/** One's own name, edited in place; a person without a name is asked for it. */
export function OwnName({ name }: { name: string }) {
  const isOwn = isOwnName(name);
  const { form, field, isBusy } = useForm({
    names: ['name'],
    guardsChanges: true,
    check: (values) => (values.name.trim() === '' ? { name: '请填写姓名' } : {}),
    send: (values) => saveOwnName(values.name.trim()),
    onSent: () => showToast('success', '姓名已保存'),
  });
  return (
    <form {...form} className="flex flex-wrap items-start gap-3 max-w-480px">
      <div className="flex-1 min-w-200px">
        <Field
          label="姓名"
          maxLength={maxPersonName}
          autoComplete="name"
          required
          hint={isOwn ? undefined : '还没有登记姓名：邀请同事、审批订单和平台联系您时都用它'}
          {...field('name', isOwn ? name : '')}
        />
      </div>
      <Button type="submit" kind="ghost" className="mt-7" busy={isBusy}>
        保存
      </Button>
    </form>
  );
}
