import { useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { askAfterSale, previewAfterSale, uploadPicture } from '#lib/client/stores/after-sale.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { AfterSaleForm, AfterSalePreview } from '#lib/contract/after-sale/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { path } from '#lib/contract/routes.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';
import type { AfterSaleKind } from '#lib/rules/orders/after-sale-state.ts';
import { AskLines, keyOf } from './AskLines.tsx';
import { BackAmount } from './BackAmount.tsx';

interface Props {
  form: AfterSaleForm;
  /** The preset of the page's address; empty without one. */
  wanted: { kind: string; reason: string };
}

/** Requesting after-sale: kind, pieces by lot, reason, pictures; the refund is shown before the request. */
export function AskForm({ form: offer, wanted }: Props) {
  const isRecall = offer.stage === 'recalled';
  const first = offer.kinds.find((one) => one.kind === wanted.kind) ?? offer.kinds[0];
  const isWanted = first?.kind === wanted.kind;
  const [kind, setKind] = useState<AfterSaleKind>(first?.kind ?? 'refund_only');
  // A document requested by name concerns the whole order.
  const [pieces, setPieces] = useState<Record<string, number>>(() =>
    isWanted && kind === 'papers'
      ? Object.fromEntries(offer.lines.map((line) => [keyOf(line), line.most]))
      : {},
  );
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const [back, setBack] = useState<{ key: string; preview: AfterSalePreview } | string | null>(null);
  const token = useRef<string>(undefined);
  const chosen = offer.kinds.find((one) => one.kind === kind);
  const lines = offer.lines.flatMap((line) => {
    const number = pieces[keyOf(line)] ?? 0;
    const isGiven = number > 0 && !(line.is_gift === 1 && chosen?.refunds === 1 && !isRecall);
    return isGiven ? [{ line_id: line.line_id, lot_no: line.lot_no, number }] : [];
  });
  const asked = JSON.stringify([kind, lines]);
  const latest = useRef({ kind, lines });
  latest.current = { kind, lines };
  const isFresh = typeof back === 'object' && back?.key === asked;

  useEffect(() => {
    const { kind: of, lines: wanted } = latest.current;
    // Another form is another case.
    token.current = undefined;
    if (wanted.length === 0) {
      setBack(null);
      return;
    }
    let isOld = false;
    const timer = setTimeout(() => {
      previewAfterSale({ no: offer.no, kind: of, lines: wanted, is_recall: isRecall ? 1 : 0 }).then(
        (preview) => isOld || setBack({ key: asked, preview }),
        (error: unknown) =>
          isOld || setBack(error instanceof AppError ? error.message : '暂时算不出金额，请稍候再试'),
      );
    }, 200);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [asked, offer.no, isRecall]);

  const { form, errors, field, isBusy } = useForm({
    names: ['reasons', 'lines', 'text', 'pictures'],
    leaves: true,
    guardsChanges: true,
    check: ({ reasons }) => ({
      ...(reasons === '' && { reasons: chosen?.takes_several === 1 ? '请选择缺少的资料' : '请选择原因' }),
      ...(lines.length === 0 && { lines: '请填写商品数量' }),
      ...(chosen?.needs_picture === 1 && files.length === 0 && { pictures: '请上传能看清破损的照片' }),
    }),
    send({ reasons, text }) {
      if (typeof back !== 'object' || back === null || back.key !== asked)
        throw new AppError(409, typeof back === 'string' ? back : '正在计算金额，请稍候再提交');
      token.current ??= newKey();
      return askAfterSale({
        no: offer.no,
        kind,
        lines,
        is_recall: isRecall ? 1 : 0,
        reasons: reasons.split(','),
        text,
        pictures: files.map(({ id }) => id),
        expected_amount: back.preview.amount,
        token: token.current,
      });
    },
    onSent({ id }) {
      showToast('success', isRecall ? '已登记，请寄回商品并填写运单号' : '已提交，商家将在48小时内答复');
      location.assign(path('/order/sh/[id]', { id }));
    },
  });

  return (
    <form {...form} className="panel">
      <h1 className="panel-title flex-wrap gap-y-0">
        {titles[offer.stage]}
        <span className="text-small font-400 text-ink-2 num">
          {offer.merchant} · 订单 {offer.no}
        </span>
      </h1>
      <div className="grid gap-4 p-3 md:p-4">
        {isRecall && <RecallNote />}
        <FieldGroup legend="类型" required>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {offer.kinds.map((one) => (
              <label key={one.kind} className="inline-flex items-center gap-2 min-h-control cursor-pointer">
                <Check
                  type="radio"
                  name="kind"
                  value={one.kind}
                  checked={one.kind === kind}
                  onPick={() => setKind(one.kind)}
                />
                {one.text}
              </label>
            ))}
          </div>
        </FieldGroup>
        <AskLines
          lines={offer.lines}
          pieces={pieces}
          refunds={chosen?.refunds === 1 && !isRecall}
          error={errors.lines}
          onChange={(key, number) => setPieces((now) => ({ ...now, [key]: number }))}
        />
        <FieldGroup
          key={kind}
          legend={chosen?.takes_several === 1 ? '缺少的资料' : '原因'}
          required
          error={errors.reasons}
        >
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {chosen?.reasons.map((reason) => (
              <label key={reason} className="inline-flex items-center gap-2 min-h-control cursor-pointer">
                <input
                  type={chosen.takes_several === 1 ? 'checkbox' : 'radio'}
                  name="reasons"
                  value={reason}
                  defaultChecked={isRecall || (isWanted && kind === wanted.kind && reason === wanted.reason)}
                />
                {reason}
              </label>
            ))}
          </div>
        </FieldGroup>
        {kind === 'papers' && (
          <p className="text-small text-ink-2">
            电子发票不用在这里索取：企业管理员或财务在
            <a className="link underline" href={path('/zzfw/dzfp', undefined, { no: offer.no })}>
              电子发票
            </a>
            申请，开出后直接下载。
          </p>
        )}
        <TextArea label="说明（选填，商家会看到）" maxLength={500} {...field('text')} />
        {offer.stage !== 'unsent' && (
          <PictureBox
            files={files}
            most={maxCasePictures}
            hint="仅您的企业、商家和平台可见"
            error={errors.pictures}
            upload={uploadPicture}
            onChange={setFiles}
          />
        )}
        <BackAmount
          refunds={chosen?.refunds === 1}
          preview={isFresh ? back.preview : null}
          fault={typeof back === 'string' ? back : ''}
          isAsked={lines.length > 0}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <a className={buttonClass('plain')} href={path('/order/info/[id]', { id: offer.no })}>
            返回订单
          </a>
          <Button type="submit" busy={isBusy} disabled={lines.length > 0 && !isFresh}>
            提交申请
          </Button>
        </div>
      </div>
    </form>
  );
}

const titles = { unsent: '申请退款', received: '申请售后', recalled: '召回退货' } satisfies Record<
  AfterSaleForm['stage'],
  string
>;

/** The process for items of a recalled lot. */
function RecallNote() {
  return (
    <p className="px-3 py-2 rounded bg-card-dim text-small">
      下列批号已召回，请停止使用和销售。填写还没有使用、没有售出的剩余数量，不需要商家审核，7天内寄回即可；寄回的运费由商家承担。包裹还在路上的可以拒收，也可以收到后寄回。
    </p>
  );
}
