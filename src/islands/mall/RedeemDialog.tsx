import { useId, useState } from 'react';
import { AddressChoice, NewAddress } from '#islands/addresses/AddressChoice.tsx';
import { DigitsField } from '#islands/pay/DigitsField.tsx';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { redeem } from '#lib/client/stores/mall.ts';
import type { Exchanged, MallGoodsDetail } from '#lib/contract/mall.ts';
import { path } from '#lib/contract/routes.ts';
import { showCount } from '#lib/rules/money/money.ts';
import { countText } from '#lib/rules/points/units.ts';
import { totalOf } from './total.ts';
import { costText, yuanText } from './words.ts';

interface Props {
  goods: MallGoodsDetail;
  quantity: number;
  /** What the company has and may redeem is another now, or may be. */
  onChanged: () => void;
  onClose: () => void;
}

/** Asks once more with what it costs and where it goes; then says where to find it. */
export function RedeemDialog({ goods, quantity, onChanged, onClose }: Props) {
  const [done, setDone] = useState<Exchanged | null>(null);
  if (done !== null) return <Done done={done} onClose={onClose} />;
  return (
    <Confirm
      goods={goods}
      quantity={quantity}
      onClose={onClose}
      onChanged={onChanged}
      onDone={(exchanged) => {
        setDone(exchanged);
        onChanged();
      }}
    />
  );
}

function Confirm({
  goods,
  quantity,
  onChanged,
  onDone,
  onClose,
}: Props & { onDone: (done: Exchanged) => void }) {
  const formId = useId();
  const [addressId, setAddressId] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const total = totalOf(goods, quantity);
  const needsAddress = goods.needs_address === 1;
  const { form, field, errors, isBusy, forget } = useForm({
    names: ['address_id', 'pay_password'],
    showsRefusal: true,
    check: ({ pay_password }) => ({
      ...(needsAddress && addressId === null && { address_id: '请选择收货地址' }),
      ...(goods.needs_password === 1 &&
        !/^[0-9]{6}$/.test(pay_password) && { pay_password: '请输入6位数字' }),
    }),
    async send({ pay_password }) {
      try {
        return await redeem({
          goods_id: goods.id,
          quantity,
          points: total.points,
          money_amount: total.money_amount,
          ...(needsAddress && addressId !== null && { address_id: addressId }),
          ...(pay_password !== '' && { pay_password }),
        });
      } catch (error) {
        // A price, a stock or a limit that has changed shows behind the dialog.
        onChanged();
        throw error;
      }
    },
    onSent: onDone,
  });
  const left = (goods.mine?.usable ?? 0) - total.points;
  function choose(id: number) {
    setAddressId(id);
    setAdding(false);
    forget('address_id');
  }
  return (
    <>
      <FormDialog
        title="确认兑换"
        width={needsAddress ? 'activity' : 'normal'}
        formId={formId}
        button="确认兑换"
        isBusy={isBusy}
        onClose={onClose}
      >
        <form id={formId} {...form} className="grid gap-4">
          <div className="flex gap-3">
            <img
              src={goods.image}
              alt=""
              width="72"
              height="72"
              className="flex-none rounded bg-card-dim object-contain"
            />
            <p className="min-w-0 outline-none" tabIndex={-1} data-focus>
              <b className="font-600">{goods.name}</b>{' '}
              <span className="num">{countText(goods.kind, quantity)}</span>
              <span className="block mt-1 text-title font-700 num text-promo-ink">{costText(total)}</span>
            </p>
          </div>
          <p className="text-small text-ink-2 num">
            {left >= 0 && `兑换后剩${showCount(left)}积分。`}
            {total.money_amount !== '0.00' && `${yuanText(total.money_amount)}元从企业余额支付。`}
            {goods.needs_address === 0 && '兑换后立即到账，不能取消。'}
          </p>
          {needsAddress && (
            <AddressChoice
              chosen={addressId}
              error={errors.address_id}
              onChoose={choose}
              onAdd={() => setAdding(true)}
            />
          )}
          {goods.needs_password === 1 && <DigitsField label="支付密码" {...field('pay_password')} />}
          <FormNotice text={errors.form} />
        </form>
      </FormDialog>
      {isAdding && <NewAddress onClose={() => setAdding(false)} onSaved={choose} />}
    </>
  );
}

function Done({ done, onClose }: { done: Exchanged; onClose: () => void }) {
  const { order, usable, url, url_text } = done;
  const isThing = order.kind === 'thing';
  const detail = path('/order/jfdd/[no]', { no: order.no });
  return (
    <Dialog
      title="兑换成功"
      open
      onClose={onClose}
      footer={
        <>
          <a className={buttonClass('plain')} href={path('/jfsc')}>
            继续逛逛
          </a>
          <a className={buttonClass()} href={isThing ? detail : url}>
            {url_text}
          </a>
        </>
      }
    >
      <div className="grid gap-2">
        <p tabIndex={-1} data-focus className="flex items-center gap-2 text-title font-600 outline-none">
          <span className="i-lucide-circle-check-big text-large text-primary" aria-hidden="true" />
          {order.name} {countText(order.kind, order.quantity)}
        </p>
        <p className="text-small text-ink-2 num">
          {isThing ? '我们会尽快发货，物流在积分订单里看。' : '已经到账，可以马上使用。'}
        </p>
        <p className="text-small text-ink-2 num">
          用了{costText(order)}，企业还剩{showCount(usable)}积分。
        </p>
        <p className="text-small text-ink-2">
          订单编号{' '}
          <a className="link underline num" href={detail}>
            {order.no}
          </a>
        </p>
      </div>
    </Dialog>
  );
}
