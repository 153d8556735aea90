import { type ReactNode, useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { DeskAsked, DeskFound } from '#lib/client/stores/desk/every-row.ts';
import { path } from '#lib/contract/routes.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';

/** A request that a company has made. */
interface Request {
  id: number;
  company_id: number;
  company: string;
}

type Asked = DeskAsked & Record<string, string | number> & { company: string; status: string };

interface Props<Row extends Request, Input extends Asked> {
  title: string;
  icon: string;
  none: string;
  /** The page's own address, its initial rows, its input, and the store's call. */
  list: {
    address: string;
    initial: DeskFound<Row>;
    input: Input;
    load(input: Input): Promise<DeskFound<Row>>;
  };
  nameOf(row: Row): string;
  statuses: readonly { value: string; text: string }[];
  columns(open: (row: Row) => void, put: (row: Row) => void): readonly TableColumn<Row>[];
  /** The dialog that answers a request; `done` takes its new state. */
  dialog(row: Row, done: (row: Row) => void, close: () => void): ReactNode;
}

/** The requester, with a link to all of their data. */
export function companyColumn<Row extends Request>(isTitle: boolean): TableColumn<Row> {
  return {
    id: 'company',
    head: '企业',
    value: ({ company }) => company,
    cell: ({ company_id: id, company }) => (
      <a className="link" href={path('/desk/companies/[id]', { id })}>
        {company}
      </a>
    ),
    ...(isTitle && { isTitle }),
  };
}

/** Requests of companies by name and status, each answered in a dialog over the list. */
export function RequestList<Row extends Request, Input extends Asked>({
  title,
  icon,
  none,
  list: of,
  nameOf,
  statuses,
  columns,
  dialog,
}: Props<Row, Input>) {
  const list = useDeskList({ ...of, idOf });
  const [opened, setOpened] = useState<Row | null>(null);
  const { put } = list;
  const cells = useMemo(() => columns(setOpened, put), [columns, put]);
  const close = () => setOpened(null);
  return (
    <>
      <DeskList title={title} list={list} columns={cells} nameOf={nameOf} icon={icon} none={none}>
        <Field label="企业名称" name="company" defaultValue={of.input.company} maxLength={100} />
        <div className="field text-small">
          <SelectBox
            label="状态"
            name="status"
            options={[{ value: '', text: '全部' }, ...statuses]}
            defaultValue={of.input.status}
          />
        </div>
      </DeskList>
      {opened !== null &&
        dialog(
          opened,
          (row) => {
            put(row);
            close();
          },
          close,
        )}
    </>
  );
}

const idOf = ({ id }: Request) => id;
