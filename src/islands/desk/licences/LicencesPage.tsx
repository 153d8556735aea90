import { useMemo, useState } from 'react';
import { DeskList } from '#islands/desk/list/DeskList.tsx';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import { useDeskList } from '#islands/desk/list/use-desk-list.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadLicences, withdrawLicence } from '#lib/client/stores/desk/licences.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LicenceRow, LicencesList, LicencesValues } from '#lib/contract/licences.ts';
import { path } from '#lib/contract/routes.ts';
import { isRenewalOpen, type LicenceKind, licenceViews } from '#lib/rules/companies/licences.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { HandInDialog } from './HandInDialog.tsx';

interface Props {
  initial: LicencesList;
  input: LicencesValues;
  /** The platform decides; a merchant's people hand in. */
  isPlatform: boolean;
}

const views = keysOf(licenceViews).map((value) => ({ value, text: licenceViews[value] }));
const idOf = ({ key }: LicenceRow) => key;
const nameOf = ({ merchant, kind_text: kind }: LicenceRow) => `${merchant} ${kind}`;

/** Registered licences of merchants: their states, submissions, and decisions. */
export function LicencesPage({ initial, input, isPlatform }: Props) {
  const list = useDeskList({ address: path('/desk/licences'), initial, input, load: loadLicences, idOf });
  // undefined: closed. null: the kind is still to be chosen.
  const [handing, setHanding] = useState<LicenceKind | null | undefined>(undefined);
  const columns = useMemo(
    () => columnsOf(isPlatform, { onHandIn: setHanding, onRow: list.put }),
    [isPlatform, list.put],
  );
  return (
    <>
      {!isPlatform && (
        <p className="mb-3 text-small text-ink-2">
          证照过期后本店商品自动暂停销售，平台核验新证后自动恢复；通过的新证同时进入首营资料。
        </p>
      )}
      <DeskList
        title="商家证照"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-file-check"
        none="没有符合条件的证照"
        acts={
          !isPlatform && (
            <Button size="small" className="max-md:h-touch" onClick={() => setHanding(null)}>
              提交证照
            </Button>
          )
        }
      >
        <div className="field text-small">
          <SelectBox label="范围" name="view" options={views} defaultValue={input.view || 'all'} />
        </div>
        {isPlatform && <Field label="商家" name="merchant" defaultValue={input.merchant} maxLength={100} />}
      </DeskList>
      {handing !== undefined && (
        <HandInDialog
          kind={handing}
          onClose={() => setHanding(undefined)}
          onDone={() => {
            setHanding(undefined);
            void list.reload();
          }}
        />
      )}
    </>
  );
}

interface Acts {
  onHandIn: (kind: LicenceKind) => void;
  onRow: (row: LicenceRow) => void;
}

function columnsOf(isPlatform: boolean, { onHandIn, onRow }: Acts): readonly TableColumn<LicenceRow>[] {
  const merchant: TableColumn<LicenceRow> = {
    id: 'merchant',
    head: '商家',
    value: ({ merchant: name }) => name,
  };
  const acts: TableColumn<LicenceRow> = {
    id: 'acts',
    head: '操作',
    cell(row) {
      const { renewal } = row;
      const isWaiting = renewal !== null && isRenewalOpen(renewal.state);
      if (isPlatform)
        return renewal === null ? null : (
          <a className="link" href={path('/desk/licences/[id]', { id: renewal.id })}>
            {isWaiting ? '核验' : '查看提交'}
          </a>
        );
      return isWaiting ? (
        <RowButton text="撤回" of={row.kind_text} onPress={() => withdraw(renewal.id, onRow)} />
      ) : (
        <RowButton text="提交新证" of={row.kind_text} onPress={() => onHandIn(row.kind)} />
      );
    },
  };
  return [...(isPlatform ? [merchant] : []), ...columns, acts];
}

async function withdraw(id: number, onRow: (row: LicenceRow) => void): Promise<void> {
  onRow(await withdrawLicence(id));
  showToast('success', '已撤回');
}

const columns: readonly TableColumn<LicenceRow>[] = [
  { id: 'kind', head: '证照', value: ({ kind_text: text }) => text, isTitle: true },
  { id: 'number', head: '证号', value: ({ number }) => number },
  { id: 'from', head: '发证日期', value: ({ valid_from: day }) => day },
  { id: 'to', head: '有效期至', value: ({ valid_to: day }) => day },
  { id: 'left', head: '剩余天数', value: ({ days_left: days }) => days ?? '', isNumber: true },
  {
    id: 'state',
    head: '状态',
    value: ({ state_text: text }) => text,
    cell: ({ state, number, state_text: text }) => (
      <Tag kind={number === '' ? 'plain' : state === 'valid' ? 'soft' : 'warn'}>{text}</Tag>
    ),
  },
  {
    id: 'renewal',
    head: '最近提交',
    value: ({ renewal }) => (renewal === null ? '' : renewalText(renewal)),
  },
];

function renewalText({ number, valid_to: to, state_text: text, reason }: NonNullable<LicenceRow['renewal']>) {
  return `${text}：${number}，有效期至${to}${reason === '' ? '' : `。退回原因：${reason}`}`;
}
