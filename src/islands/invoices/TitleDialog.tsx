import { useId, useState } from 'react';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { saveTitle } from '#lib/client/stores/invoice-titles.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import type { DeliveryWay } from '#lib/rules/invoices/delivery.ts';
import { type InvoiceKind, invoiceKindKeys, invoiceKinds, titleLengths } from '#lib/rules/invoices/titles.ts';

interface Props {
  /** Null: a new one. */
  title: TitleWire | null;
  /** Where invoices can be delivered. */
  ways: readonly DeliveryWay[];
  onClose: () => void;
  onSaved: () => void;
}

const names = [
  'name',
  'tax_no',
  'bank',
  'bank_account',
  'address',
  'phone',
  'mail',
  'mobile',
  'is_default',
] as const;

function hasBank(title: TitleWire | null): boolean {
  if (title === null) return false;
  return [title.bank, title.bank_account, title.address, title.phone].some((text) => text !== '');
}

function closedAddresses(title: TitleWire | null, ways: readonly DeliveryWay[]) {
  return {
    ...(!ways.includes('mail') && { mail: title?.mail ?? '' }),
    ...(!ways.includes('sms') && { mobile: title?.mobile ?? '' }),
  };
}

/** A new title, or one that is changed. A special invoice wants bank, account, address and telephone. */
export function TitleDialog({ title, ways, onClose, onSaved }: Props) {
  const formId = useId();
  const [kind, setKind] = useState<InvoiceKind>(title?.kind ?? 'ordinary');
  const isSpecial = kind === 'special';
  // What an ordinary title has of it can be seen and cleared; a new one is not asked.
  const isWide = isSpecial || hasBank(title);
  const { form, field, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    send: ({ is_default, ...texts }) =>
      // A way that is not set up here has no field: its address stays as it is.
      saveTitle(
        { ...texts, ...closedAddresses(title, ways), kind, is_default: is_default === '1' ? 1 : 0 },
        title,
      ),
    onSent: onSaved,
  });
  return (
    <FormDialog
      title={title === null ? '新增抬头' : '修改抬头'}
      formId={formId}
      button="保存"
      isBusy={isBusy}
      width="activity"
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-4">
        <fieldset className="flex flex-wrap gap-x-5 gap-y-1 m-0 p-0 border-0">
          <legend className="sr-only">发票种类</legend>
          {invoiceKindKeys.toReversed().map((key) => (
            <label key={key} className="inline-flex items-center gap-2 min-h-control cursor-pointer">
              <Check type="radio" name="kind" checked={kind === key} onPick={() => setKind(key)} />
              {invoiceKinds[key]}
            </label>
          ))}
        </fieldset>
        <Field label="抬头名称" required maxLength={titleLengths.name} {...field('name', title?.name)} />
        <Field label="纳税人识别号" required maxLength={40} {...field('tax_no', title?.tax_no)} />
        {isWide && (
          <>
            <Field
              label="开户行"
              required={isSpecial}
              maxLength={titleLengths.bank}
              {...field('bank', title?.bank)}
            />
            <Field
              label="银行账号"
              required={isSpecial}
              inputMode="numeric"
              maxLength={titleLengths.bankAccount}
              {...field('bank_account', title?.bank_account)}
            />
            <Field
              label="注册地址"
              required={isSpecial}
              maxLength={titleLengths.address}
              {...field('address', title?.address)}
            />
            <Field
              label="注册电话"
              required={isSpecial}
              maxLength={titleLengths.phone}
              {...field('phone', title?.phone)}
            />
          </>
        )}
        {ways.includes('mail') && (
          <Field
            label="收票邮箱"
            type="email"
            hint="开出后，发票文件发到这里"
            maxLength={titleLengths.mail}
            {...field('mail', title?.mail)}
          />
        )}
        {ways.includes('sms') && (
          <Field
            label="收票手机"
            inputMode="tel"
            hint="开出后，用短信发送查看的链接"
            maxLength={20}
            {...field('mobile', title?.mobile)}
          />
        )}
        {ways.length === 0 && (
          <p className="text-small text-ink-2">邮件和短信没有开通，发票开出后在本页下载。</p>
        )}
        <label className="flex items-center gap-2">
          <input type="checkbox" name="is_default" value="1" defaultChecked={title?.is_default === 1} />
          设为默认抬头
        </label>
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
