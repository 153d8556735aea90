import { Empty } from '#islands/ui/Faces.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { path } from '#lib/contract/routes.ts';
import type { NamedStoreRow } from '#lib/contract/stores/named-schema.ts';

type NumberedRow = NamedStoreRow & { at: number };

const idOf = ({ at }: NumberedRow) => at;
const nameOf = ({ name }: NumberedRow) => name;

/**
 * Stores named by a head office during registration, and which of them are companies already. Nothing where there are
 * none.
 */
export function NamedStores({ stores }: { stores: readonly NamedStoreRow[] }) {
  if (stores.length === 0) return null;
  return (
    <section aria-labelledby="named-stores">
      <h2 id="named-stores" className="px-3 md:px-4 text-title">
        登记的门店 <span className="num text-small text-ink-2 font-400">{stores.length}家</span>
      </h2>
      <DataTable
        label="登记的门店"
        columns={columns}
        rows={stores.map((store, at) => ({ ...store, at }))}
        idOf={idOf}
        nameOf={nameOf}
        pageSize={20}
        csvName="登记的门店"
        empty={<Empty icon="i-lucide-inbox" title="没有登记的门店" />}
      />
    </section>
  );
}

const columns: readonly TableColumn<NumberedRow>[] = [
  { id: 'name', head: '门店', value: nameOf, isTitle: true },
  {
    id: 'code',
    head: '统一社会信用代码',
    value: ({ credit_code: code }) => code,
    cell: ({ credit_code: code, problem }) => (
      <>
        <span className="num break-all">{code || '—'}</span>
        {problem !== '' && <span className="block text-note text-price">{problem}</span>}
      </>
    ),
  },
  { id: 'address', head: '地址', value: ({ address }) => address },
  {
    id: 'state',
    head: '状态',
    value: ({ state_text: text }) => text,
    cell: ({ state_text: text, company_id: id }) =>
      id === 0 ? (
        text
      ) : (
        <a className="link" href={path('/desk/companies/[id]', { id })}>
          {text}
        </a>
      ),
  },
];
