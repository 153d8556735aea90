import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { closeMerchant, keepMerchant } from '#lib/client/stores/desk/merchants.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantFileWire } from '#lib/contract/merchant-desk.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  file: MerchantFileWire;
  onFile: (file: MerchantFileWire) => void;
}

/** What is still to be done before a merchant that closes is closed; nothing for one that does not close. */
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
        <CloseDialog
          file={file}
          onClose={() => setOpen(false)}
          onDone={(now) => {
            onFile(now);
            setOpen(false);
            showToast('success', isClosing ? '已撤销关闭，商品恢复销售' : '已提交，等另一位同事复核');
          }}
        />
      )}
    </>
  );
}

function CloseDialog({
  file,
  onClose,
  onDone,
}: {
  file: MerchantFileWire;
  onClose: () => void;
  onDone: (file: MerchantFileWire) => void;
}) {
  const formId = useId();
  const isClosing = file.closing_at !== '';
  const verb = isClosing ? '撤销关闭' : '关闭商家';
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'] as const,
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因' } : {}),
    send: ({ reason }) => (isClosing ? keepMerchant : closeMerchant)(file.id, reason.trim()),
    onSent: onDone,
  });
  return (
    <FormDialog
      title={`${verb}：${file.values.alias}`}
      formId={formId}
      button={isClosing ? verb : '提交复核'}
      kind={isClosing ? 'primary' : 'danger'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">
          {isClosing
            ? '撤销后其商品立即可以下单。'
            : '另一位同事复核后，其商品立即停止销售，不再接新订单；已有的订单、售后和结算照常办完，全部结清后关闭，不能恢复。'}
        </p>
        {!isClosing && file.hangs.length > 0 && (
          <ul aria-label="现有" className="m-0 pl-5 text-small">
            {file.hangs.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
        )}
        <Field label="原因" maxLength={200} required data-focus="" {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
