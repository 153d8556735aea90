import { invoiceFilePath } from '#lib/contract/invoice-files.ts';
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import { showAmount } from '#lib/rules/money/signed-yuan.ts';

interface Props {
  no: string;
  invoices: OrderPapers['invoices'];
  /** The role looks after invoices; for other roles the package alone has their files. */
  mayInvoice: boolean;
}

/** Invoices of an order as they are in its receiving package. */
export function InvoicePapers({ no, invoices, mayInvoice }: Props) {
  return (
    <div>
      <h2 className="text-small font-600 pb-1">发票</h2>
      {invoices.length === 0 && (
        <p>
          尚未开具，开具后资料包里会有。
          {mayInvoice && (
            <a className="link" href={path('/zzfw/dzfp', undefined, { no })}>
              申请开票
            </a>
          )}
        </p>
      )}
      <ul className="grid gap-1">
        {invoices.map(({ id, number, kind_text, issued_on, gross_amount, has_pdf }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span>{kind_text}</span>
            {mayInvoice ? (
              <a className="link num break-all" href={path('/zzfw/dzfp/[id]', { id })}>
                {number}
              </a>
            ) : (
              <span className="num break-all">{number}</span>
            )}
            <span className="num">{issued_on}开具</span>
            <span className="num">{showAmount(gross_amount)}</span>
            {has_pdf === 0 && <span className="text-ink-2">还没有PDF文件</span>}
            {mayInvoice && has_pdf === 1 && (
              <a className="link" href={invoiceFilePath(id, 'pdf')} download aria-label={`下载发票${number}`}>
                下载
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
