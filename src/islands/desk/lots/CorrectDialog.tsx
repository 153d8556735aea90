import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { correctLot } from '#lib/client/stores/desk/lots.ts';
import { type LotDialogProps, LotForm, wordFault } from './LotForm.tsx';

/** Number or days of a lot from which nothing was shipped. */
export function CorrectDialog({ lot, ...more }: LotDialogProps) {
  return (
    <LotForm
      {...more}
      title={`更正批号${lot.lot_no}`}
      button="保存更正"
      names={['new_lot_no', 'produced_on', 'expires_on', 'reason']}
      check={({ new_lot_no: no, produced_on: made, expires_on: ends, reason }) => ({
        ...(no.trim() === '' && { new_lot_no: '请填写批号' }),
        ...(made === '' && { produced_on: '请填写生产日期' }),
        ...(ends === '' && { expires_on: '请填写有效期' }),
        ...(made !== '' && ends !== '' && made > ends && { expires_on: '有效期不能早于生产日期' }),
        ...wordFault('reason', reason, '原因'),
      })}
      send={({ reason, ...to }, ref) =>
        correctLot({ ...to, goods: lot.goods_id, lot_no: lot.lot_no, reason: reason.trim(), ref })
      }
      done={() => '已更正'}
    >
      {(field) => (
        <>
          <p>还没有发过货的批次可以更正，药检报告跟着走。数量不对请用盘点。</p>
          <Field label="批号" maxLength={50} required {...field('new_lot_no', lot.lot_no)} />
          <div className="grid grid-cols-2 gap-3">
            <Field label="生产日期" type="date" required {...field('produced_on', lot.produced_on)} />
            <Field label="有效期至" type="date" required {...field('expires_on', lot.expires_on)} />
          </div>
          <TextArea label="原因" maxLength={200} required {...field('reason')} />
        </>
      )}
    </LotForm>
  );
}
