import { useId, useRef } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { writeToCompany } from '#lib/client/stores/desk/letters.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { checkLetter, LetterFields, letterFields } from './LetterFields.tsx';

interface Props {
  company: Pick<CompanyFile, 'id' | 'name'>;
  onClose: () => void;
  onDone: (file: CompanyFile) => void;
}

/** A message to one company, sent at once. */
export function LetterDialog({ company: { id, name }, onClose, onDone }: Props) {
  const formId = useId();
  const token = useRef(crypto.randomUUID());
  const { form, field, errors, isBusy } = useForm({
    names: letterFields,
    leaves: true,
    showsRefusal: true,
    guardsChanges: true,
    check: checkLetter,
    send: (texts) => writeToCompany(id, token.current, texts),
    onSent(file: CompanyFile) {
      onDone(file);
      onClose();
      showToast('success', '消息已发出');
    },
  });
  return (
    <FormDialog
      title={`发消息给${name}`}
      width="wide"
      formId={formId}
      button="发送"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">企业的所有人员在“我的消息”里看到，发出后收不回。</p>
        <LetterFields field={field} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
