import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { saveTemplate, type TemplateLines } from '#lib/client/stores/templates.ts';
import { path } from '#lib/contract/routes.ts';
import { TemplateFields, templateFields } from './TemplateFields.tsx';

interface Props {
  /** The lines to save. */
  lines: TemplateLines;
  onClose: () => void;
}

/** 存为模板: a name and a day for items that will be bought again. */
export function SaveTemplateDialog({ lines, onClose }: Props) {
  const { form, field, isBusy } = useForm({
    names: templateFields,
    leaves: true,
    check: ({ name }) => (name.trim() === '' ? { name: '请填写模板名称' } : {}),
    send: ({ name, day }) => saveTemplate(name.trim(), day, lines),
    onSent({ name }) {
      showToast('success', `已存为模板“${name}”`, {
        link: { text: '查看模板', href: path('/zzfw/kjcg', undefined, { tab: 'templates' }) },
      });
      onClose();
    },
  });
  const formId = useId();
  return (
    <FormDialog
      title={`存为模板（${lines.length}种）`}
      onClose={onClose}
      formId={formId}
      button="保存"
      isBusy={isBusy}
    >
      <form {...form} id={formId}>
        <TemplateFields field={field} name="" day="" />
      </form>
    </FormDialog>
  );
}
