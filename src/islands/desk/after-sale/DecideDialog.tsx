import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { acceptCase, agreeCase, refuseCase, repayCase } from '#lib/client/stores/desk/after-sale.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskAfterSaleDetail } from '#lib/contract/after-sale/desk-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { carrierChoices } from '#lib/rules/orders/carriers.ts';
import { coldFields, findColdFaults } from '#lib/rules/orders/cold-chain.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { KeyHint } from '../case/KeyButton.tsx';
import { sendByKey } from '../case/send-by-key.ts';
import { CarrierField, findParcelFaults } from '../order/CarrierField.tsx';

/** Decisions that are asked about in a dialog, by the verb of the case. */
export const decisions = {
  agree: { title: '同意售后', done: '已同意' },
  waive: { title: '同意，无需寄回', done: '已同意，款项按原支付方式退回' },
  refuse: { title: '驳回售后', done: '已驳回' },
  accept: { title: '验收通过', done: '已验收' },
  repay: { title: '改为退款', done: '已改为退款' },
} as const;

type Names = 'text' | 'carrier' | 'tracking_no' | keyof typeof coldFields | 'codes';

interface Props {
  found: DeskAfterSaleDetail;
  verb: keyof typeof decisions;
  onClose: () => void;
  onDone: (found: DeskAfterSaleDetail) => void;
}

/** A decision with the words that the buyer reads, and what follows from it. */
export function DecideDialog({ found, verb, onClose, onDone }: Props) {
  const formId = useId();
  const isExchange = verb === 'accept' && found.kind === 'exchange';
  const isCold = isExchange && found.is_cold === 1;
  const [codes, setCodes] = useState<Readonly<Record<number, string>>>({});
  // Several lots of a line came back; what goes out is one line again.
  const lines = [...Map.groupBy(found.lines, ({ line_id: id }) => id)].flatMap(([id, same]) => {
    const [first] = same;
    return first ? [{ ...first, id, pieces: same.reduce((sum, { number }) => sum + number, 0) }] : [];
  });
  const { form, field, errors, isBusy } = useForm<Names, DeskAfterSaleDetail>({
    names: ['text', 'carrier', 'tracking_no', ...keysOf(coldFields), 'codes'],
    leaves: true,
    check: ({ text, carrier, tracking_no: no, temperature, cooler, recorder }) => ({
      ...(verb === 'refuse' && text.trim().length < 2 && { text: '请填写驳回原因' }),
      ...(verb === 'repay' && text.trim().length < 2 && { text: '请填写改为退款的原因' }),
      ...(isExchange && findParcelFaults(carrier, no)),
      ...(isCold && findColdFaults({ temperature, cooler, recorder })),
    }),
    send({ text, carrier, tracking_no: no, temperature, cooler, recorder }) {
      const words = text.trim();
      if (verb === 'refuse') return refuseCase(found.id, words);
      if (verb === 'repay') return repayCase(found.id, words, found.repay_amount);
      if (verb === 'accept')
        return acceptCase(found.id, {
          carrier: carrier.trim(),
          tracking_no: no.trim(),
          ...(isExchange && { lines: lines.map(({ id }) => ({ line_id: id, codes: codes[id] ?? '' })) }),
          temperature: temperature.trim(),
          cooler: cooler.trim(),
          recorder: recorder.trim(),
        });
      return agreeCase(found.id, words, verb === 'waive');
    },
    onSent(now) {
      showToast('success', decisions[verb].done);
      onDone(now);
    },
  });
  return (
    <Dialog
      title={decisions[verb].title}
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            取消
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={verb === 'repay' && found.repay_fault !== ''}
            kind={verb === 'refuse' ? 'danger' : 'primary'}
          >
            {decisions[verb].title}
            <KeyHint>Ctrl Enter</KeyHint>
          </Button>
        </>
      }
    >
      <form id={formId} {...form} onKeyDown={sendByKey} className="grid gap-3">
        <p className="m-0 text-ink-2">{noteOf(found, verb)}</p>
        {isExchange && (
          <>
            <CarrierField label="换货的承运方" choices={carrierChoices([])} {...field('carrier')} />
            <Field label="换货的运单号" maxLength={40} required {...field('tracking_no')} />
            {lines.map(({ id, name, pieces, bzdw }, at) => (
              <TextArea
                key={id}
                name="codes"
                label={`追溯码：${name}（选填，${pieces}${bzdw}，每件一个）`}
                rows={2}
                maxLength={220_000}
                placeholder="扫码或粘贴"
                error={at === lines.length - 1 ? errors.codes : undefined}
                value={codes[id] ?? ''}
                onChange={(event) => setCodes({ ...codes, [id]: event.target.value })}
              />
            ))}
          </>
        )}
        {isCold && (
          <>
            <Field label="启运温度（℃）" maxLength={20} required {...field('temperature')} />
            <Field label="冷藏车或冷藏箱" maxLength={50} required {...field('cooler')} />
            <Field label="温度记录仪编号" maxLength={30} required {...field('recorder')} />
          </>
        )}
        {verb !== 'accept' && (
          <TextArea
            label={wordsLabels[verb] ?? '说明（选填，买家会看到）'}
            maxLength={500}
            required={verb in wordsLabels}
            data-focus=""
            {...field('text')}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Words that cannot be left out. */
const wordsLabels: Partial<Record<keyof typeof decisions, string>> = {
  refuse: '驳回原因（买家会看到）',
  repay: '改为退款的原因（买家会看到）',
};

/** The consequence. */
function noteOf(
  { kind, amount, repay_amount: repay, repay_fault: fault }: DeskAfterSaleDetail,
  verb: keyof typeof decisions,
): string {
  if (verb === 'repay' && fault !== '') return `不能改为退款：${fault}。`;
  if (verb === 'repay') return `不再换货，¥${showYuan(repay)}将按原支付方式退回买家，不能撤回。`;
  if (verb === 'refuse') return '买家可以在7天内申请平台介入。';
  if (kind === 'papers') return '请先把资料交给买家，再确认办结。';
  if (kind === 'exchange' && verb === 'accept')
    return '换货商品从库存发出，按批次先到期先出；没有库存时可以改为退款。';
  const isMoney = verb !== 'agree' || kind === 'refund_only';
  return isMoney
    ? `款项¥${showYuan(amount)}将按原支付方式退回买家，不能撤回。`
    : '买家在7天内寄回商品，您验收后再退款或换货。';
}
