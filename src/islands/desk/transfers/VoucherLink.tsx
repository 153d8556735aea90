import type { DeskTransferWire } from '#lib/contract/transfers/calls.ts';

/** A warning where another company handed in the very same voucher: money that came once pays once. */
export function VoucherTwins({ twins }: Pick<DeskTransferWire, 'twins'>) {
  return twins.map(({ no, company }) => (
    <span key={no} className="block text-note text-price">
      与{company}的转账<span className="num">{no}</span>凭证相同，请核对流水
    </span>
  ));
}

/** The voucher of a transfer, opened in full next to the desk. */
export function VoucherLink({ file }: { file: DeskTransferWire['file'] }) {
  if (file === null) return <span className="text-ink-2 whitespace-nowrap">未上传</span>;
  return (
    <a className="link whitespace-nowrap" href={file.pdf_url || file.full_url} target="_blank" rel="noopener">
      {file.kind === 'pdf' ? '查看PDF' : '查看图片'}
    </a>
  );
}
