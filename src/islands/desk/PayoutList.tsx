import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { payouts } from '#lib/contract/desk/lists/payouts.ts';
import { ListPage } from './kit/ListPage.tsx';
import { ProofLink } from './transfers/ProofLink.tsx';

/** Refunds of bank transfers with the voucher, which shows the account that the money came from. */
export function PayoutList(list: OpenedList<typeof payouts>) {
  return (
    <ListPage {...list} cells={{ proof: ({ file_id: id, proof }) => <ProofLink id={id} kind={proof} /> }} />
  );
}
