import { useId, useRef } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { askCorrection, sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import type { ActWire } from '#lib/contract/countersign.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  file: CompanyFile;
  onClose: () => void;
}

/** Asks for a correction of the balance: nothing moves before another person passes it. */
export function CorrectDialog({ file, onClose }: Props) {
  const formId = useId();
  const key = useRef(newKey());
  const { form, field, isBusy } = useForm({
    names: ['amount', 'reason'],
    leaves: true,
    check: ({ amount, reason }) => ({
      ...(!/^[+-]?\d{1,9}(\.\d{1,2})?$/.test(amount.trim()) && { amount: '请填写金额，调减写在前面加“-”' }),
      ...(reason.trim().length < 2 && { reason: '请填写调整原因' }),
    }),
    // The idempotency key depends on the content, so a corrected request counts as new.
    send: (values) => askCorrection(key.current, { id: file.id, ...values }),
    onSent({ company, state_text: text, is_alone: isAlone }: ActWire) {
      onClose();
      if (isAlone === 1) showToast('success', `${company}：${text}`);
      else sayWaits(`${company}的余额调整`, 'balance');
    },
  });
  return (
    <FormDialog
      title={`调整余额：${file.name}`}
      formId={formId}
      button="提出调整"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          现有余额<b className="num">¥{showYuan(file.balance ?? '0.00')}</b>
        </p>
        <SecondNote kind="balance" />
        <Field
          label="调整金额（元，调减写 -）"
          inputMode="text"
          maxLength={13}
          required
          data-focus=""
          {...field('amount')}
        />
        <TextArea label="调整原因（企业会在账本看到）" maxLength={200} counts required {...field('reason')} />
      </form>
    </FormDialog>
  );
}
