import { useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { askForPrice, endAlert } from '#lib/client/stores/goods/alerts.ts';
import { findYuan, showYuan } from '#lib/rules/money/money.ts';

interface Props {
  id: number;
  /** The buyer's current price, yuan; empty where unknown. */
  now: string;
  /** The price that was registered, yuan. */
  wanted?: string;
  isAsked: boolean;
  /** `isChanged`: something was registered or ended. */
  onClose: (isChanged: boolean) => void;
}

/** The price below which to notify; empty means today's. */
export function PriceDialog({ id, now, wanted = '', isAsked, onClose }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['price'],
    leaves: true,
    check: ({ price }) => (isPrice(price.trim()) ? {} : { price: '请填写金额，例如 12.50' }),
    async send({ price }) {
      await askForPrice(id, price.trim() || undefined);
      onClose(true);
    },
  });
  return (
    <Dialog
      title="降价通知"
      open
      onClose={() => onClose(false)}
      footer={
        <>
          {isAsked && (
            <Button
              kind="plain"
              onClick={() => void endAlert(id, 'price').then((done) => done && onClose(true))}
            >
              取消通知
            </Button>
          )}
          <Button type="submit" form={formId} busy={isBusy}>
            {isAsked ? '保存' : '登记'}
          </Button>
        </>
      }
    >
      <form id={formId} {...form} className="grid gap-3">
        {now && (
          <p className="text-small text-ink-2">
            您现在的价格 <b className="num text-price">¥{showYuan(now)}</b>
          </p>
        )}
        <Field
          label="目标价（元）"
          inputMode="decimal"
          maxLength={12}
          data-focus=""
          placeholder="不填：比现在便宜就通知"
          hint="您的价格低于它时，发到“我的消息”"
          {...field('price', wanted)}
        />
      </form>
    </Dialog>
  );
}

function isPrice(text: string): boolean {
  return text === '' || (findYuan(text) ?? 0) > 0;
}
