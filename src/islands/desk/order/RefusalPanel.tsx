import { useId, useState } from 'react';
import { KeyButton } from '#islands/desk/case/KeyButton.tsx';
import { sendByKey } from '#islands/desk/case/send-by-key.ts';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { PictureList } from '#islands/ui/files/PictureList.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { settleRefusal, uploadRefusalPicture } from '#lib/client/stores/desk/orders.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import { type RefusalAct, refusalActs } from '#lib/rules/orders/refusal-state.ts';

interface Props {
  order: DeskOrder;
  onDone: (order: DeskOrder) => void;
}

/** A parcel refused on delivery: messages, deadline, and this desk's acts. */
export function RefusalPanel({ order, onDone }: Props) {
  const [act, setAct] = useState<RefusalAct | null>(null);
  const { refusal } = order;
  if (refusal === null) return null;
  return (
    <section className="panel" aria-labelledby="refusal">
      <div className="panel-title flex-wrap">
        <h2 id="refusal">买家拒收</h2>
        <Tag kind="warn">{order.refusal_text}</Tag>
        <span className="flex flex-wrap gap-2 ml-auto">
          {refusal.acts.map((one) => (
            <KeyButton
              key={one}
              keyName={one === 'take_back' ? 'a' : 'r'}
              kind={one === 'take_back' ? 'primary' : 'plain'}
              onClick={() => setAct(one)}
            >
              {refusalActs[one].text}
            </KeyButton>
          ))}
        </span>
      </div>
      <ul className="grid gap-1 m-0 px-3 md:px-4 py-3 text-small list-none">
        {refusal.said.map(({ text, at, files }) => (
          <li key={`${at} ${text}`}>
            <span className="num text-ink-2">{momentText(at)}</span> {text}
            <PictureList files={files} label="图片" />
          </li>
        ))}
        {refusal.due_at !== '' && (
          <li className="text-ink-2">
            <span className="num">{momentText(refusal.due_at)}</span>
            前请确认收到退回的商品或提出异议，超时由平台处理。
          </li>
        )}
      </ul>
      {act !== null && (
        <RefusalDialog
          no={order.no}
          act={act}
          onClose={() => setAct(null)}
          onDone={(now) => {
            onDone(now);
            setAct(null);
          }}
        />
      )}
    </section>
  );
}

const notes: Record<RefusalAct, string> = {
  take_back: '商品款项按原支付方式退回买家，订单关闭，不能撤回。退回的商品不会自动加回库存。',
  dispute: '转平台处理之后，由平台决定退款或判定拒收不成立。',
  dismiss: '订单转为已完成，不退款；买家7天内可以申请售后。',
};

function RefusalDialog({
  no,
  act,
  onClose,
  onDone,
}: {
  no: string;
  act: RefusalAct;
  onClose: () => void;
  onDone: (order: DeskOrder) => void;
}) {
  const formId = useId();
  const { text, needsReason } = refusalActs[act];
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names: ['reason', 'pictures'],
    leaves: true,
    check: ({ reason }) => ({
      ...(needsReason && reason.trim().length < 2 && { reason: '请填写原因，买家会看到' }),
    }),
    send: ({ reason }) =>
      settleRefusal({ no, act, reason: reason.trim(), pictures: files.map(({ id }) => id) }),
    onSent(now: DeskOrder) {
      onDone(now);
      showToast('success', act === 'take_back' ? '已确认，货款退回买家' : '已提交，买家会收到通知');
    },
  });
  return (
    <FormDialog title={`${text}：订单${no}`} formId={formId} button={text} isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} onKeyDown={sendByKey} className="grid gap-3">
        <p className="m-0 text-ink-2">{notes[act]}</p>
        <TextArea
          label={needsReason ? '原因（买家会看到）' : '说明（选填，买家会看到）'}
          maxLength={200}
          required={needsReason}
          {...field('reason')}
        />
        <PictureBox
          files={files}
          most={maxCasePictures}
          hint="买家、商家和平台可见"
          error={errors.pictures}
          upload={(file) => uploadRefusalPicture(no, file)}
          onChange={setFiles}
        />
      </form>
    </FormDialog>
  );
}
