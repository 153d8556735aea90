import { buttonClass } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import type { AskedInvoices } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  done: AskedInvoices;
  /** Address of the list of waiting invoices. */
  href: string;
  onClose: () => void;
}

/** Orders that were left out when others were asked for, each with its reason. */
export function SkippedDialog({ done, href, onClose }: Props) {
  return (
    <Dialog
      title={`${done.skipped_count}个订单没有申请`}
      open
      width="activity"
      onClose={onClose}
      footer={
        <a className={buttonClass()} href={href}>
          看开票中
        </a>
      }
    >
      <p className="mb-2 num" tabIndex={-1} data-focus>
        已为{done.orders}个订单申请{done.invoices}张发票，下面的订单没有申请：
      </p>
      <ul className="grid gap-2 text-small">
        {done.skipped.map(({ no, sentence }) => (
          <li key={no}>
            <a className="link num break-all" href={path('/order/info/[id]', { id: no })}>
              {no}
            </a>
            <span className="block text-ink-2">{sentence}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
