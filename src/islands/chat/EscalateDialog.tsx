import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { escalateTalk } from '#lib/client/stores/chat/buyer.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';

/** Asks the platform for help in a talk with a merchant. */
export function EscalateDialog({ talk, onClose }: { talk: number; onClose: () => void }) {
  const id = useId();
  const { form, field, isBusy } = useForm({
    names: ['reason'],
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请写明需要平台做什么' } : {}),
    send: ({ reason }) => escalateTalk({ id: talk, reason: reason.trim() }),
    onSent() {
      onClose();
      showToast('success', '已请平台介入，平台客服会看到这段对话');
    },
  });
  return (
    <FormDialog title="请平台介入" formId={id} button="提交" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={id}>
        <TextArea
          label="原因"
          hint="提交后平台客服可以看到您与商家的全部对话"
          maxLength={200}
          required
          {...field('reason')}
        />
      </form>
    </FormDialog>
  );
}
