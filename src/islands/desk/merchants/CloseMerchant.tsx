import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { closeMerchant, keepMerchant } from '#lib/client/stores/desk/merchants.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { secondText } from '#lib/rules/companies/countersign.ts';
import { HangsDialog } from './HangsDialog.tsx';

interface Props {
  file: MerchantFileWire;
  onFile: (file: MerchantFileWire) => void;
}

/** Lists the open orders, cases and sums that delay the closing of a merchant; draws nothing without a closing. */
export function ClosingLeft({ file }: { file: MerchantFileWire }) {
  if (file.closing_at === '') return null;
  if (file.closed_at !== '')
    return <p className="m-0 text-ink-2">{momentText(file.closed_at)}已关闭，员工账号已停用。</p>;
  const left = file.hangs.filter(({ is_left: isLeft }) => isLeft === 1);
  return (
    <section aria-label="关闭前还要办的" className="grid gap-1">
      <p className="m-0">
        {momentText(file.closing_at)}起关闭：商品已停止销售，不再接新订单。
        {left.length === 0 ? '已全部结清，几分钟内完成关闭。' : '以下办完后关闭：'}
      </p>
      {left.length > 0 && (
        <ul className="m-0 pl-5">
          {left.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Asks for the closing of a merchant, or calls it off. */
export function CloseMerchant({ file, onFile }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (file.closed_at !== '') return null;
  if (file.close_asked_by !== '')
    return (
      <span className="self-center">
        {file.close_asked_by}提出关闭，等另一位同事在
        <a className="link underline" href={path('/desk/countersign')}>
          待复核
        </a>
        办理
      </span>
    );
  const isClosing = file.closing_at !== '';
  return (
    <>
      <Button kind={isClosing ? 'ghost' : 'danger'} size="small" onClick={() => setOpen(true)}>
        {isClosing ? '撤销关闭' : '关闭商家'}
      </Button>
      {isOpen && (
        <HangsDialog
          file={file}
          verb={isClosing ? '撤销关闭' : '关闭商家'}
          isBack={isClosing}
          text={
            isClosing
              ? file.stopped_on === ''
                ? '撤销后其商品立即可以下单。'
                : '撤销后其商品仍停止销售，可另外恢复。'
              : `${secondText('merchant_close', null, 'platform')}生效后其商品立即停止销售，不再接新订单；已有的订单、售后和结算照常办完，全部结清后关闭，不能恢复。`
          }
          button={isClosing ? '撤销关闭' : '提交复核'}
          send={(reason) => (isClosing ? keepMerchant : closeMerchant)(file.id, reason)}
          onClose={() => setOpen(false)}
          onDone={(now) => {
            onFile(now);
            setOpen(false);
            if (isClosing) showToast('success', '已撤销关闭');
            else sayWaits('关闭商家', 'merchant_close');
          }}
        />
      )}
    </>
  );
}
