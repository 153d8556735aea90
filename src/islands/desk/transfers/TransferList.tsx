import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { transfers } from '#lib/contract/desk/lists/transfers.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { ProofLink } from './ProofLink.tsx';
import { StatementPanel } from './StatementPanel.tsx';

/** Bank transfers, each opened as a case, and the bank's statement that says which of them have come. */
export function TransferList(list: OpenedList<typeof transfers>) {
  return (
    <ListPage
      {...list}
      onOpen={({ no }) => location.assign(path('/desk/transfers/[no]', { no }))}
      above={(reload) => <StatementPanel onDone={reload} />}
      cells={{ proof: ({ file_id: id, proof }) => <ProofLink id={id} kind={proof} /> }}
    />
  );
}
