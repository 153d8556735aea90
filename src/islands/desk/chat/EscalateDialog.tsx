import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { escalateTalk } from '#lib/client/stores/desk/chat.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';

interface Props {
  id: number;
  onClose: () => void;
  onDone: (talk: DeskTalkDetail) => void;
}

/** Asks the platform into the talk of a merchant. */
export function EscalateDialog({ id, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写升级的原因' } : {}),
    send: ({ reason }) => escalateTalk(id, reason.trim()),
    onSent(now) {
      showToast('success', '已升级，平台客服可以查看和回复');
      onDone(now);
    },
  });
  return (
    <FormDialog title="升级到平台" formId={formId} button="升级" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">平台客服将看到这次会话的全部消息，并可以回复。</p>
        <FormNotice text={errors.form} />
        <TextArea label="原因（买家看得到）" maxLength={200} rows={3} required {...field('reason')} />
      </form>
    </FormDialog>
  );
}
