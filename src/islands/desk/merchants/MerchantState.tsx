import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { resumeMerchant, stopMerchant } from '#lib/client/stores/desk/merchants.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantFileWire, StoppedMerchant } from '#lib/contract/merchant-desk.ts';
import { path } from '#lib/contract/routes.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { CloseMerchant, ClosingLeft } from './CloseMerchant.tsx';
import { HangsDialog } from './HangsDialog.tsx';

/** Milliseconds for which the toast offers 撤销. */
const undoFor = 10_000;

interface Props {
  file: MerchantFileWire;
  side: Side;
  onFile: (file: MerchantFileWire) => void;
}

/** Licences, what hangs on a merchant, where its other parts are looked after, and stopping it. */
export function MerchantState({ file, side, onFile }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isStopped = file.stopped_on !== '';
  const query = { merchant: file.values.alias };

  /** Says what was done, and offers 撤销 for some seconds: the other act, with its reason. */
  function onStopped({ entry, ...now }: StoppedMerchant) {
    onFile(now);
    setOpen(false);
    const verb = now.stopped_on === '' ? '恢复销售' : '停止销售';
    const undoing = { id: now.id, reason: `撤销“${verb}”`, undoes: entry };
    const undo = () =>
      now.stopped_on === '' ? stopMerchant({ ...undoing, is_urgent: 0 }) : resumeMerchant(undoing);
    if (entry === 0) {
      showToast('success', `已${verb}`);
      return;
    }
    showToast('success', `已${verb}`, {
      key: `${now.id} ${verb}`,
      duration: undoFor,
      act: {
        text: '撤销',
        run: () =>
          void undo().then(({ entry: _, ...after }) => {
            onFile(after);
            showToast('success', `已撤销：${verb}`);
          }, react),
      },
    });
  }

  return (
    <div className="grid gap-3 px-3 md:px-4 py-3 text-small">
      <ClosingLeft file={file} />
      <ul className="grid gap-1 m-0 p-0 list-none">
        {file.licences.map((one) => (
          <li key={one.kind_text} className="flex flex-wrap gap-x-3">
            <b className="font-500">{one.kind_text}</b>
            <span className="num">{one.number}</span>
            <span>有效期至{one.valid_to}</span>
            <Tag kind={one.state_text === '有效' ? 'soft' : 'warn'}>{one.state_text}</Tag>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <a className="link" href={path('/desk/licences', undefined, side === 'platform' ? query : {})}>
          证照换发
        </a>
        <a className="link" href={path('/desk/onboarding')}>
          首营资料
        </a>
        <span>上架商品{file.goods}个</span>
        <a className="link" href={path('/desk/staff')}>
          员工{file.staff}人
        </a>
        <span>出库专用章：{file.has_seal === 1 ? '已上传' : '未上传，商家打开任一随货同行单即可上传'}</span>
      </p>
      {side === 'platform' && (
        <div className="grid gap-2">
          {file.hangs.length > 0 && (
            <ul className="m-0 pl-5">
              {file.hangs.map(({ key, text, blocks }) => (
                <li key={key} className={blocks === 1 ? 'text-price-ink' : ''}>
                  {text}
                </li>
              ))}
            </ul>
          )}
          <p className="flex flex-wrap gap-2">
            {file.closing_at === '' && file.closed_at === '' && (
              <Button kind={isStopped ? 'ghost' : 'danger'} size="small" onClick={() => setOpen(true)}>
                {isStopped ? '恢复销售' : '停止销售'}
              </Button>
            )}
            <CloseMerchant file={file} onFile={onFile} />
          </p>
        </div>
      )}
      {isOpen && <StopDialog file={file} onClose={() => setOpen(false)} onDone={onStopped} />}
    </div>
  );
}

interface DialogProps {
  file: MerchantFileWire;
  onClose: () => void;
  onDone: (done: StoppedMerchant) => void;
}

/** Stops the sales of a merchant, or resumes them. */
function StopDialog({ file, ...rest }: DialogProps) {
  const isStopped = file.stopped_on !== '';
  return (
    <HangsDialog
      {...rest}
      file={file}
      verb={isStopped ? '恢复销售' : '停止销售'}
      isBack={isStopped}
      text={
        isStopped
          ? '恢复后其商品立即可以下单。'
          : '从现在起其商品不能下单，未付款的订单不能付款，未发的订单须退款。只是放假请填写“休息”，不再经营请用“关闭商家”。'
      }
      mayBeUrgent={!isStopped && file.hangs.some(({ blocks }) => blocks === 1)}
      send={(reason, isUrgent) =>
        isStopped
          ? resumeMerchant({ id: file.id, reason })
          : stopMerchant({ id: file.id, reason, is_urgent: isUrgent ? 1 : 0 })
      }
    />
  );
}
