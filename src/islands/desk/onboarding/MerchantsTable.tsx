import { Empty } from '#islands/ui/Faces.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { OnboardingMerchantRow } from '#lib/contract/onboarding.ts';
import { path } from '#lib/contract/routes.ts';
import { tallyTexts } from '#lib/rules/companies/onboarding-state.ts';
import { TallyTags } from './state-tags.tsx';

const addressOf = ({ id: merchant }: OnboardingMerchantRow) =>
  path('/desk/onboarding/merchant/[merchant]', { merchant });
const open = (row: OnboardingMerchantRow) => location.assign(addressOf(row));
const shown = 10;

/** The merchants with the state of their own documents, for platform staff. */
export function MerchantsTable({ rows }: { rows: readonly OnboardingMerchantRow[] }) {
  return (
    <section className="panel">
      <div className="panel-title">
        <h2>商家资料</h2>
        <span className="text-small text-ink-2 font-400 num">共{rows.length}家</span>
      </div>
      <DataTable
        label="商家资料"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        pageSize={shown}
        onOpen={open}
        csvName="商家首营资料"
        empty={<Empty icon="i-lucide-store" title="还没有商家" />}
      />
    </section>
  );
}

const columns: readonly TableColumn<OnboardingMerchantRow>[] = [
  {
    id: 'name',
    head: '商家',
    value: ({ name }) => name,
    cell: (row) => (
      <a className="link" href={addressOf(row)}>
        {row.name}
      </a>
    ),
    isTitle: true,
  },
  { id: 'full', head: '企业名称', value: ({ full_name: name }) => name },
  {
    id: 'held',
    head: '必备资料',
    value: ({ held, needed }) => `${held}/${needed}`,
    isNumber: true,
  },
  {
    id: 'state',
    head: '状态',
    value: (row) =>
      tallyTexts(row)
        .map(({ text }) => text)
        .join('、'),
    cell: (row) => <TallyTags row={row} />,
  },
  { id: 'asked', head: '买家索取', value: ({ asked }) => asked, isNumber: true, isSortable: true },
];
