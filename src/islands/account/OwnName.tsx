import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveOwnName } from '#lib/client/stores/shell/own-data.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';

/** One's own name, to be changed in its place. */
export function OwnName({ name }: { name: string }) {
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
        <Field label="姓名" maxLength={30} autoComplete="name" required {...field('name', name)} />
      </div>
      <Button type="submit" kind="ghost" className="mt-7" busy={isBusy}>
        保存
      </Button>
    </form>
  );
}
