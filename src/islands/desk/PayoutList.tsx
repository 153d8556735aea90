import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { ListPage } from './kit/ListPage.tsx';

/** Refunds of bank transfers with the voucher, which shows the account that the money came from. */
export function PayoutList(list: OpenedList<typeof payouts>) {
  return (
    <ListPage
      {...list}
      cells={{
        proof: ({ file_id: id, proof }) =>
          id === null ? (
            <span className="text-ink-2">未上传</span>
          ) : (
            <a
              className="link"
              href={`/file/${id}/${proof === 'pdf' ? 'pdf' : 'full'}`}
              target="_blank"
              rel="noopener"
            >
              {proof === 'pdf' ? '查看PDF' : '查看图片'}
            </a>
          ),
      }}
    />
  );
}
