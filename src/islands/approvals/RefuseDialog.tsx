import { useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';

interface Props {
  onClose: () => void;
  /** Ends when it is done or was refused and said. */
  onRefuse: (reason: string) => Promise<void>;
}

/** Asks for a word to the colleague before an order is refused. */
export function RefuseDialog({ onClose, onRefuse }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['reason'],
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请写一句驳回原因，同事会看到' } : {}),
    send: ({ reason }) => onRefuse(reason.trim()),
  });
  return (
    <Dialog
      title="驳回订单"
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            再想想
          </Button>
          <Button kind="danger" type="submit" form={formId} busy={isBusy}>
            驳回
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">驳回后订单取消，占用的库存、优惠券和现金券立即退回。</p>
      <form id={formId} {...form}>
        <TextArea label="驳回原因" maxLength={100} counts required {...field('reason')} />
      </form>
    </Dialog>
  );
}
