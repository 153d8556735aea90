import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';

interface Props<Done> {
  file: MerchantFileWire;
  /** The act in its title, and on its button where `button` says nothing else. */
  verb: string;
  button?: string;
  /** The act takes an earlier one back: nothing that hangs on the merchant is at stake. */
  isBack: boolean;
  text: string;
  /** Offers to act at once, before orders and cases have ended. */
  mayBeUrgent?: boolean;
  send: (reason: string, isUrgent: boolean) => Promise<Done>;
  onClose: () => void;
  onDone: (done: Done) => void;
}

/** Asks for the reason of an act on a merchant, and shows the orders, cases and goods that it touches. */
export function HangsDialog<Done>(props: Props<Done>) {
  const { file, verb, button = verb, isBack, text, mayBeUrgent = false, send, onClose, onDone } = props;
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason', 'is_urgent'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因' } : {}),
    send: ({ reason, is_urgent: isUrgent }) => send(reason.trim(), isUrgent === '1'),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={`${verb}：${file.values.alias}`}
      formId={formId}
      button={button}
      kind={isBack ? 'primary' : 'danger'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">{text}</p>
        {!isBack && file.hangs.length > 0 && (
          <ul aria-label="现有" className="m-0 pl-5 text-small">
            {file.hangs.map(({ key, text: line }) => (
              <li key={key}>{line}</li>
            ))}
          </ul>
        )}
        <Field label="原因" maxLength={200} required data-focus="" {...field('reason')} />
        {mayBeUrgent && (
          <label className="flex items-center gap-2 text-small">
            <input type="checkbox" name="is_urgent" value="1" />
            立即停止，不等订单和售后结束
          </label>
        )}
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
