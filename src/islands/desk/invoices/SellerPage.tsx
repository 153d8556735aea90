import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { usePolled } from '#islands/ui/use-polled.ts';
import { askSellerSession, loadAgreementPage, saveInvoiceSeller } from '#lib/client/stores/desk/invoices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { SellerWire } from '#lib/contract/invoices-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { invoiceFormKeys, invoiceForms } from '#lib/rules/invoices/invoice-state.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import { type FoundSession, SellerSessionPanel } from './SellerSessionPanel.tsx';

/** Milliseconds between two looks while a code waits to be scanned. */
const lookAgainMs = 4_000;

interface Props {
  initial: SellerWire;
  /** The platform names the merchant, a merchant has its own alone. */
  isPlatform: boolean;
}

const names = [
  'name',
  'tax_no',
  'bank',
  'bank_account',
  'address',
  'phone',
  'drawer',
  'provider',
  'form',
  'auto_issue',
  'quota_alarm',
] as const;

const formHints = {
  net: '一行写实际支付的金额',
  discount: '一行写原价，下一行写折扣',
} as const;

/** A merchant as the seller of its invoices: its data, its provider with session and quota, and how its lines are written. */
export function SellerPage({ initial, isPlatform }: Props) {
  const merchantId = isPlatform ? initial.merchant_id : null;
  const { now, take } = usePolled<FoundSession>(
    { seller: initial, session: null },
    {
      load: () => lookForSession(false),
      looks: ({ session }) => (session !== null && session.state !== 'open' ? Number.POSITIVE_INFINITY : 0),
      everyMs: lookAgainMs,
    },
  );
  const { seller } = now;
  const [isLeaving, setLeaving] = useState(false);

  async function lookForSession(renew: boolean): Promise<FoundSession> {
    const session = await askSellerSession(merchantId, renew);
    return { seller: session.seller, session };
  }

  const { form, field, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    guardsChanges: true,
    send: (values) =>
      saveInvoiceSeller({
        ...values,
        ...(merchantId !== null && { merchant_id: merchantId }),
        version: seller.version,
        form: isOneOf(invoiceFormKeys, values.form) ? values.form : 'net',
        auto_issue: values.auto_issue === '1' ? 1 : 0,
      }),
    onSent(saved: SellerWire) {
      take(({ session }) => ({ seller: saved, session }));
      showToast('success', '已保存，下一张发票起生效');
    },
  });

  async function goAgree(provider: string) {
    setLeaving(true);
    try {
      location.assign(await loadAgreementPage(provider));
    } catch (error) {
      react(error);
      setLeaving(false);
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <h1 className="panel-title">{isPlatform ? `${seller.merchant}：开票设置` : '开票设置'}</h1>
        <div className="grid gap-1 px-3 md:px-4 py-3 text-small empty:hidden">
          {seller.version === 0 && (
            <p className="text-promo-ink">还没有登记开票资料，买家不能申请发票。请核对下面的内容后保存。</p>
          )}
          {seller.lacking > 0 && (
            <p className="text-promo-ink num">
              {seller.lacking}种在售商品还没有税率和税收分类编码，含这些商品的订单不能开票。
            </p>
          )}
          {seller.failed > 0 && (
            <p className="num">
              {seller.failed}张发票开具失败，
              <a className="link underline" href={path('/desk/invoices', undefined, { state: 'failed' })}>
                去处理
              </a>
            </p>
          )}
        </div>
      </section>
      {seller.version > 0 && seller.has_session === 1 && (
        <SellerSessionPanel
          found={now}
          ask={async (renew) => {
            take(await lookForSession(renew));
          }}
        />
      )}
      <section className="panel" aria-labelledby="data">
        <h2 id="data" className="panel-title">
          销售方资料
        </h2>
        <form {...form} className="grid gap-4 px-3 md:px-4 py-3">
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="名称" maxLength={100} required {...field('name', seller.name)} />
            <Field label="纳税人识别号" maxLength={30} required {...field('tax_no', seller.tax_no)} />
            <Field label="开户行" maxLength={60} {...field('bank', seller.bank)} />
            <Field label="银行账号" maxLength={40} {...field('bank_account', seller.bank_account)} />
            <Field label="地址" maxLength={80} {...field('address', seller.address)} />
            <Field label="电话" maxLength={20} {...field('phone', seller.phone)} />
            <Field label="开票人" maxLength={20} {...field('drawer', seller.drawer)} />
            <Field
              label="剩余额度低于多少元时提醒"
              inputMode="decimal"
              hint="0为不提醒"
              maxLength={12}
              {...field('quota_alarm', seller.quota_alarm)}
            />
          </div>
          <fieldset className="grid gap-1 m-0 p-0 border-0">
            <legend className="mb-1 text-ink-2">开票渠道</legend>
            {seller.providers.map((provider) => (
              <div key={provider.key} className="flex flex-wrap items-center gap-2">
                <label className="flex flex-wrap items-center gap-2">
                  <input
                    type="radio"
                    name="provider"
                    value={provider.key}
                    defaultChecked={provider.key === seller.provider}
                    disabled={provider.missing !== '' && provider.key !== seller.provider}
                  />
                  {provider.name}
                  {provider.missing !== '' && (
                    <span className="text-small text-ink-2">{provider.missing}</span>
                  )}
                </label>
                {provider.agrees === 1 && !isPlatform && (
                  <Button kind="text" busy={isLeaving} onClick={() => void goAgree(provider.key)}>
                    {provider.missing === '' ? `重新授权${provider.name}` : `去${provider.name}授权`}
                  </Button>
                )}
              </div>
            ))}
            {errors.provider !== undefined && (
              <p role="alert" className="text-small text-price-ink">
                {errors.provider}
              </p>
            )}
          </fieldset>
          <div className="flex flex-wrap items-center gap-2">
            <SelectBox
              label="折扣写法"
              name="form"
              defaultValue={seller.form}
              options={invoiceFormKeys.map((key) => ({
                value: key,
                text: `${invoiceForms[key]}：${formHints[key]}`,
              }))}
            />
            <span className="text-small text-ink-2">发票和随货同行单用同一个单价</span>
          </div>
          <label className="flex items-center gap-2">
            <input type="checkbox" name="auto_issue" value="1" defaultChecked={seller.auto_issue === 1} />
            发货后自动开票（买家设了默认抬头的）
          </label>
          <FormNotice text={errors.form} />
          <p>
            <Button type="submit" busy={isBusy}>
              保存
            </Button>
          </p>
        </form>
      </section>
    </div>
  );
}
