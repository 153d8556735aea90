import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveView } from '#lib/client/stores/desk/views.ts';
import { maxViewName } from '#lib/contract/desk/view-limits.ts';
import type { DeskView } from '#lib/contract/desk/views.ts';

interface Props {
  list: string;
  search: string;
  onSaved: (views: readonly DeskView[]) => void;
  onClose: () => void;
}

/** Saves the search of this address under a name. */
export function SaveViewDialog({ list, search, onSaved, onClose }: Props) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['name'],
    showsRefusal: true,
    leaves: true,
    check: ({ name }) => (name.trim() === '' ? { name: '请填写名称' } : {}),
    send: ({ name }) => saveView({ list, name: name.trim(), search, role: '' }),
    onSent({ list: views }) {
      onSaved(views);
      onClose();
    },
  });
  return (
    <FormDialog title="保存视图" formId={formId} button="保存" isBusy={isBusy} onClose={onClose}>
      <form id={formId} className="grid gap-4" {...form}>
        <Field
          label="名称"
          hint="保存当前的条件、排序和列；同名的会被替换"
          required
          maxLength={maxViewName}
          {...field('name')}
        />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
