import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { pauseWheel, resumeWheel } from '#lib/client/stores/desk/wheels.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskWheel } from '#lib/contract/wheel-desk.ts';
import { pauseActs } from '#lib/rules/wheel/wheel.ts';

interface Props {
  wheel: DeskWheel;
  onWheel: (wheel: DeskWheel) => void;
  onClose: () => void;
}

/** Stops all draws of a wheel at once, or lets a paused one go on, as the acts of the list of wheels do. */
export function PauseDialog({ wheel, onWheel, onClose }: Props) {
  const formId = useId();
  const isPaused = wheel.state === 'paused';
  const act = isPaused ? pauseActs.resume : pauseActs.pause;
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因' } : {}),
    send: ({ reason }) =>
      isPaused ? resumeWheel(wheel.id, reason.trim()) : pauseWheel(wheel.id, reason.trim()),
    onSent(now: DeskWheel) {
      onWheel(now);
      onClose();
      showToast('success', act.done);
    },
  });
  return (
    <FormDialog title={`${act.text}抽奖`} formId={formId} button={act.text} isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">{act.about}</p>
        <Field label={`原因（${act.readBy}）`} maxLength={200} required data-focus="" {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
