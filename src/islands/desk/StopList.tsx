import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setStop } from '#lib/client/stores/desk/stops.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { stops } from '#lib/contract/desk/lists/stops.ts';
import { ListPage } from './kit/ListPage.tsx';

/** Items and products whose sale the platform has stopped, and a new stop. */
export function StopList(list: OpenedList<typeof stops>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ListPage
      {...list}
      tools={(reload) => (
        <>
          <Button size="small" className="max-md:h-touch" onClick={() => setOpen(true)}>
            暂停销售
          </Button>
          {isOpen && <StopDialog onClose={() => setOpen(false)} onDone={reload} />}
        </>
      )}
    />
  );
}

function StopDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['what', 'reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ what, reason }) => ({
      ...(what.trim() === '' && { what: '请填写商品编号或批准文号' }),
      ...(reason.trim().length < 2 && { reason: '请填写原因' }),
    }),
    send: ({ what, reason }) => setStop({ what: what.trim(), reason: reason.trim() }),
    onSent({ name, goods }) {
      showToast('success', `已暂停：${name}，共${goods}个商品`);
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog title="暂停销售" onClose={onClose} formId={formId} button="暂停销售" isBusy={isBusy}>
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0">
          商品立即不能购买，未付款的订单付款时取消，已付款未发的订单等待质量处理，不会自动退款。
        </p>
        <Field
          label="商品编号或批准文号"
          hint="填商品编号只停这一个商家的商品；填国药准字等批准文号，停所有商家的同一药品"
          maxLength={60}
          required
          data-focus=""
          {...field('what')}
        />
        <TextArea label="原因（买家看不到）" maxLength={200} required {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
