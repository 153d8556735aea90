import { useId } from 'react';
import { FieldShell } from '#islands/ui/FieldShell.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { transferTalk } from '#lib/client/stores/desk/chat.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';

interface Props {
  talk: DeskTalkDetail;
  onClose: () => void;
  onDone: (talk: DeskTalkDetail) => void;
}

/** Hands a talk to a colleague who is on duty, with a note that the buyer reads too. */
export function TransferDialog({ talk, onClose, onDone }: Props) {
  const formId = useId();
  const { colleagues } = talk;
  const { form, field, errors, isBusy } = useForm({
    names: ['staff_id', 'note'],
    leaves: true,
    showsRefusal: true,
    check: ({ staff_id: id }) => (id === '' ? { staff_id: '请选择接待人' } : {}),
    send: ({ staff_id: id, note }) => transferTalk({ id: talk.id, staff_id: Number(id), note: note.trim() }),
    onSent(now) {
      showToast('success', `已转给${now.assignee?.name ?? '同事'}`);
      onDone(now);
    },
  });
  return (
    <FormDialog title="转接" formId={formId} button="转接" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        {colleagues.length === 0 && (
          <p className="m-0 text-ink-2">现在没有其他在线的同事，可以结束会话，或等同事上线后再转。</p>
        )}
        <FormNotice text={errors.form} />
        <FieldShell label="接待人" error={errors.staff_id} required>
          {(box) => (
            <select {...box} name="staff_id" defaultValue="" className="input px-2">
              <option value="">请选择</option>
              {colleagues.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}（接待中{one.open}家）
                </option>
              ))}
            </select>
          )}
        </FieldShell>
        <TextArea label="说明（选填，买家看得到）" maxLength={200} rows={2} {...field('note')} />
      </form>
    </FormDialog>
  );
}
