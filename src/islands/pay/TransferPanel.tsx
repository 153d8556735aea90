import { useState } from 'react';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { handInVoucher } from '#lib/client/stores/orders/pay.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { PayStatus, PayTransfer } from '#lib/contract/payments/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { Countdown } from './Countdown.tsx';

interface Props {
  payment: PayStatus;
  transfer: PayTransfer;
  onPayment: (payment: PayStatus) => void;
}

const rules = {
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.pdf'],
  types: ['image/*', 'application/pdf'],
  maxBytes: maxUploadBytes,
  maxCount: 1,
};

/** Account and reference of the transfer, and its voucher. */
export function TransferPanel({ payment, transfer, onPayment }: Props) {
  const [isSending, setSending] = useState(false);
  const { account, file, reference } = transfer;
  const isRefused = transfer.state === 'refused';
  const wanted = transfer.state === 'short' ? transfer.lacks : payment.amount;

  async function send([picked]: File[]) {
    if (!picked || isSending) return;
    setSending(true);
    try {
      onPayment(await handInVoucher(payment.pay_no, picked));
      showToast('success', '凭证已提交，核款后会通知您');
    } catch (error) {
      react(error);
    }
    setSending(false);
  }

  return (
    <div className="grid gap-3 w-full max-w-640px mt-4 text-left">
      {account.no !== '' && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 m-0 p-4 border border-solid border-line rounded">
          <Row name="收款户名" value={account.holder} />
          <Row name="收款账号" value={account.no} shown={account.no.replace(/(.{4})(?=.)/g, '$1 ')} />
          <Row name="开户银行" value={account.bank} />
          {account.code !== '' && <Row name="联行号" value={account.code} />}
          <Row
            name={transfer.state === 'short' ? '还差金额' : '转账金额'}
            value={wanted}
            shown={`¥${showYuan(wanted)}`}
          />
          <Row name="附言（转账编号）" value={reference} />
        </dl>
      )}
      {transfer.until !== '' && (
        <p className="text-small text-ink-2">
          请在 <Countdown until={transfer.until} now={payment.asked_at} onEnd={() => location.reload()} />{' '}
          内转账并上传凭证，超时订单自动取消。
        </p>
      )}
      {file && (
        <p className="text-small">
          {isRefused ? '被驳回的凭证：' : '已上传凭证：'}
          <a className="link" href={file.pdf_url || file.full_url} target="_blank" rel="noopener">
            {file.name}
          </a>
        </p>
      )}
      {transfer.may_upload === 1 && (
        <div className="-mx-3 md:-mx-4">
          <FilePicker
            title="转账凭证"
            label="选择转账凭证"
            button={isSending ? '正在上传…' : isRefused ? '重新上传凭证' : file ? '更换凭证' : '上传凭证'}
            kind={isRefused || file === null ? 'primary' : 'plain'}
            hint="银行回单的图片或PDF，10MB以内"
            rules={rules}
            isDisabled={isSending}
            onFiles={(files) => void send(files)}
          />
        </div>
      )}
    </div>
  );
}

function Row({ name, value, shown = value }: { name: string; value: string; shown?: string }) {
  return (
    <>
      <dt className="text-small text-ink-2 whitespace-nowrap">{name}</dt>
      <dd className="m-0 num break-all">
        {shown}
        <CopyButton text={value} of={name} />
      </dd>
    </>
  );
}
