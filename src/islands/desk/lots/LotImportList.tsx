import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { lotImports } from '#lib/contract/desk/lists/lot-imports.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { lotRowsAddress } from './lot-address.ts';

/** Tables of lots that came in, each with its rows. */
export function LotImportList(list: OpenedList<typeof lotImports>) {
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(lotRowsAddress(id))}
      cells={{
        file: ({ id, file }) => (
          <a className="link" href={lotRowsAddress(id)}>
            {file}
          </a>
        ),
      }}
    />
  );
}
