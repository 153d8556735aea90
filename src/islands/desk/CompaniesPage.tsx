import { useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadCompanies } from '#lib/client/stores/desk/companies.ts';
import type { CompaniesList, CompaniesValues, CompanyRowWire } from '#lib/contract/companies/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { companyStates, companyStateText } from '#lib/rules/companies/company-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from './list/DeskList.tsx';
import { useDeskList } from './list/use-desk-list.ts';
import { OpenCompanyDialog } from './OpenCompanyDialog.tsx';

interface Props {
  initial: CompaniesList;
  input: CompaniesValues;
  /** The person may open accounts for companies. */
  mayOpen: boolean;
}

const idOf = ({ id }: CompanyRowWire) => id;
const nameOf = ({ name }: CompanyRowWire) => name;
const hrefOf = ({ id }: CompanyRowWire) => path('/desk/companies/[id]', { id });
const states = [
  { value: '', text: '全部' },
  ...keysOf(companyStates).map((value) => ({ value, text: companyStateText(value) })),
];

/** A search of companies; each opens with all of its data. */
export function CompaniesPage({ initial, input, mayOpen }: Props) {
  const [isOpening, setOpening] = useState(false);
  const list = useDeskList({ address: path('/desk/companies'), initial, input, load: loadCompanies, idOf });
  const columns = useMemo(columnsOf, []);
  return (
    <>
      <DeskList
        title="企业"
        list={list}
        columns={columns}
        nameOf={nameOf}
        onOpen={(row) => location.assign(hrefOf(row))}
        icon="i-lucide-building-2"
        none="没有符合条件的企业"
        acts={
          mayOpen && (
            <Button size="small" className="max-md:h-touch" onClick={() => setOpening(true)}>
              代开账户
            </Button>
          )
        }
      >
        <div className="col-span-2">
          <Field
            label="企业"
            name="q"
            placeholder="名称、代码、姓名、手机号、登录名"
            defaultValue={input.q}
            maxLength={100}
          />
        </div>
        <div className="field text-small">
          <SelectBox label="状态" name="status" options={states} defaultValue={input.status} />
        </div>
      </DeskList>
      {isOpening && <OpenCompanyDialog onClose={() => setOpening(false)} onDone={() => void list.reload()} />}
    </>
  );
}

function columnsOf(): readonly TableColumn<CompanyRowWire>[] {
  return [
    {
      id: 'name',
      head: '企业',
      value: ({ name }) => name,
      cell: (row) => (
        <a className="link" href={hrefOf(row)}>
          {row.name}
        </a>
      ),
      isTitle: true,
    },
    { id: 'id', head: '编号', value: ({ id }) => id, isNumber: true },
    { id: 'status', head: '状态', value: ({ status_text: text }) => text },
    { id: 'buyer_type', head: '类型', value: ({ buyer_type_text: text }) => text },
    { id: 'credit_code', head: '统一社会信用代码', value: ({ credit_code: code }) => code },
    { id: 'region', head: '地区', value: ({ region }) => region },
    { id: 'rank', head: '等级', value: ({ rank }) => rank, isNumber: true },
    { id: 'contact', head: '联系人', value: ({ contact }) => contact },
    { id: 'login', head: '登录名', value: ({ login }) => login },
    { id: 'phone', head: '手机号', value: ({ phone }) => phone },
    { id: 'created_at', head: '注册', value: ({ created_at: at }) => dayText(at) },
    {
      id: 'first_paid_at',
      head: '首单',
      value: ({ first_paid_at: at }) => (at === '' ? '' : dayText(at)),
    },
  ];
}
