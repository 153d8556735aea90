import { momentText } from '#islands/ui/moments.ts';
import type { DeliveryWire } from '#lib/contract/invoice-delivery.ts';
import type { InvoiceDetail } from '#lib/contract/invoices.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';

/** Buyer, seller and amounts of an invoice. Rows without a value are left out. */
export function InvoiceParties({ invoice }: { invoice: InvoiceDetail }) {
  const { title, seller, deliveries } = invoice;
  const rows = [
    ['票种', invoice.kind_text],
    ['购买方', title.name],
    ['税号', title.tax_no],
    ['开户行及账号', [title.bank, title.bank_account].filter(Boolean).join(' ')],
    ['地址、电话', [title.address, title.phone].filter(Boolean).join(' ')],
    ['销售方', `${seller.name} ${seller.tax_no}`],
    ['金额', showAmount(invoice.net_amount)],
    ['税额', showAmount(invoice.tax_amount)],
    ['价税合计', showAmount(invoice.gross_amount)],
    ['已冲红', invoice.red_amount === '0.00' ? '' : showAmount(invoice.red_amount)],
    ['申请时间', momentText(invoice.created_at)],
    ['开具时间', invoice.issued_at === null ? '' : momentText(invoice.issued_at)],
    ...deliveries.map((one) => [one.way_text, deliveryText(one)] as const),
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-4 py-3 text-small">
      {rows.map(
        ([name, value]) =>
          value !== '' && (
            <div key={name} className="contents">
              <dt className="text-ink-2 whitespace-nowrap">{name}</dt>
              <dd className="num break-words min-w-0 m-0">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A delivery in words: its address, its time, and the reason of a failure. */
function deliveryText({ address, state, state_text, sent_at, asked_at, fault }: DeliveryWire): string {
  const waits = state === 'waiting' || state === 'sending';
  const asked = waits && asked_at !== null ? `（${momentText(asked_at)}重新发送）` : '';
  const at = sent_at === null ? asked : ` ${momentText(sent_at)}`;
  return `${address} ${state_text}${at}${fault === '' ? '' : `：${fault}`}`.trim();
}
