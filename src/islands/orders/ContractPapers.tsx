import type { OrderPapers } from '#lib/contract/receiving.ts';

/** Contracts with the merchant of an order as they are in its receiving package. */
export function ContractPapers({ contracts }: Pick<OrderPapers, 'contracts'>) {
  if (contracts.length === 0) return null;
  return (
    <div>
      <h2 className="text-small font-600 pb-1">电子合同</h2>
      <ul className="grid gap-1">
        {contracts.map((contract) => (
          <li key={contract.no} className="flex flex-wrap gap-x-3">
            <span>{contract.kind_text}</span>
            <span className="num break-all">{contract.no}</span>
            <span className="num">有效期至{contract.valid_to}</span>
            <a className="link" href={contract.url} aria-label={`下载${contract.kind_text}`}>
              下载
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
