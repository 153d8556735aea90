import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { uploadPicture } from '#lib/client/stores/after-sale.ts';
import { previewReceipt, receiveOrder } from '#lib/client/stores/orders/receiving.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { maxScannedAtOnce } from '#lib/contract/constants.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { ReceiptPreview, ReceivingSheet } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import { readTemperature } from '#lib/rules/orders/cold-chain.ts';
import { needsPicture } from '#lib/rules/orders/receiving.ts';
import { type Pieces, sentDifferences, type Typed } from './rows.ts';

interface Props {
  sheet: ReceivingSheet;
  pieces: Pieces;
  /** 到货温度 by tracking number, as typed. */
  typed: Typed;
  /** Number of unticked rows. */
  open: number;
  /** Scanned 追溯码. */
  scanned: readonly string[];
  onReceived: (sheet: ReceivingSheet) => void;
}

/** The end of a receipt: the refunds of the differences, pictures and text for them, and the button. */
export function ReceiveForm({ sheet, pieces, typed, open, scanned, onReceived }: Props) {
  const { no } = sheet;
  const isConfirming = sheet.may_confirm === 1;
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const [back, setBack] = useState<{ key: string; preview: ReceiptPreview } | string | null>(null);
  const token = useRef<string>(undefined);
  const found = sentDifferences(sheet.rows, pieces);
  const asked = JSON.stringify(found);
  const shownBy = found.find(({ difference }) => needsPicture(difference));
  const waiting = sheet.cold.filter(({ arrived }) => arrived === '');
  const arrivals = waiting.flatMap(({ tracking_no }) => {
    const temperature = (typed[tracking_no] ?? '').trim();
    return temperature === '' ? [] : [{ tracking_no, temperature }];
  });
  // The confirmation requires all of them; before that, only invalid ones are reported.
  const unread = waiting.find(({ tracking_no: no }) => {
    const text = typed[no] ?? '';
    return readTemperature(text) === null && (isConfirming || text !== '');
  });
  const latest = useRef(found);
  latest.current = found;
  const hasDifferences = found.length > 0;
  const shown = typeof back === 'object' && back?.key === asked ? back.preview : null;

  useEffect(() => {
    // Other differences are another receipt.
    token.current = undefined;
    if (latest.current.length === 0) {
      setBack(null);
      return;
    }
    let isOld = false;
    const timer = setTimeout(() => {
      previewReceipt({ no, differences: latest.current }).then(
        (preview) => isOld || setBack({ key: asked, preview }),
        (error: unknown) =>
          isOld || setBack(error instanceof AppError ? error.message : '暂时算不出金额，请稍候再试'),
      );
    }, 200);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [asked, no]);

  const { form, errors, field, isBusy } = useForm({
    names: ['text', 'pictures', 'arrivals', 'rows'],
    check: () => ({
      ...(isConfirming && open > 0 && { rows: `还有${open}行没有核对，请逐行扫描、勾选，或填写差异` }),
      ...(shownBy !== undefined &&
        files.length === 0 && {
          pictures: `请上传能看清${shownBy.difference === 'temperature' ? '温度' : '破损'}的照片`,
        }),
      ...(unread !== undefined && { arrivals: `请填写运单${unread.tracking_no}的到货温度，如5.2` }),
    }),
    send({ text = '' }) {
      if (hasDifferences && shown === null)
        throw new AppError(409, typeof back === 'string' ? back : '正在计算金额，请稍候再提交');
      token.current ??= newKey();
      return receiveOrder({
        no,
        differences: found,
        arrivals,
        text,
        codes: scanned.slice(0, maxScannedAtOnce),
        pictures: hasDifferences ? files.map(({ id }) => id) : [],
        is_received: isConfirming ? 0 : 1,
        expected_amount: shown?.amount ?? '0.00',
        token: token.current,
      });
    },
    onSent(now) {
      setFiles([]);
      showToast(
        'success',
        hasDifferences
          ? '已提交，差异已转售后，商家将在48小时内答复'
          : isConfirming
            ? '已确认收货'
            : '已登记到货温度',
      );
      onReceived(now);
    },
  });

  return (
    <form {...form} className="no-print grid grid-cols-[minmax(0,1fr)] gap-4">
      {hasDifferences && (
        <>
          <div role="status" className="px-3 py-2.5 rounded bg-card-dim text-small">
            {typeof back === 'string' ? (
              <p className="text-price">{back}</p>
            ) : shown === null ? (
              <p className="text-ink-2">正在计算可退金额…</p>
            ) : (
              <>
                <p>
                  差异转为{shown.cases.length}件售后，预计退款{' '}
                  <b className="num text-title text-price">¥{showYuan(shown.amount)}</b>
                  ，商家同意后按原支付方式退回
                </p>
                <ul className="mt-1 text-ink-2 num">
                  {shown.cases.map((one) => (
                    <li key={one.difference_text}>
                      {one.difference_text}
                      {one.kind_text !== one.difference_text && `：${one.kind_text}`} ¥{showYuan(one.amount)}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
          <PictureBox
            files={files}
            most={maxCasePictures}
            hint="仅您的企业、商家和平台可见"
            error={files.length === 0 ? errors.pictures : undefined}
            upload={uploadPicture}
            onChange={setFiles}
          />
          <TextArea label="说明（选填，商家会看到）" maxLength={400} rows={2} {...field('text')} />
        </>
      )}
      {errors.arrivals !== undefined && (
        <p role="alert" className="text-price text-small">
          {errors.arrivals}
        </p>
      )}
      {(isConfirming || hasDifferences || arrivals.length > 0) && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isConfirming && open > 0 && (
            <span
              role={errors.rows === undefined ? undefined : 'alert'}
              className={`text-small num ${errors.rows === undefined ? 'text-ink-2' : 'text-price'}`}
            >
              {errors.rows ?? `还有${open}行没有核对`}
            </span>
          )}
          <a className={buttonClass('plain')} href={path('/order/info/[id]', { id: no })}>
            返回订单
          </a>
          <Button type="submit" busy={isBusy} disabled={hasDifferences && shown === null}>
            {isConfirming
              ? hasDifferences
                ? '确认收货并提交差异'
                : '确认收货'
              : hasDifferences
                ? '提交差异'
                : '登记到货温度'}
          </Button>
        </div>
      )}
    </form>
  );
}
