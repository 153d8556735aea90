import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { loadActs, passAct, withdrawAct } from '#lib/client/stores/desk/countersign.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ActsList, ActsValues, ActWire } from '#lib/contract/countersign.ts';
import { path } from '#lib/contract/routes.ts';
import { actKind, actStates, allActKinds, allActStates } from '#lib/rules/companies/countersign.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { amountOf, columnsOf, nameOf, termsOf } from './columns.tsx';
import { RefuseAct } from './RefuseAct.tsx';

interface Props {
  initial: ActsList;
  input: ActsValues;
}

const idOf = ({ id }: ActWire) => id;
const all = { value: 'all', text: '全部' };
const states = [...allActStates.map((value) => ({ value, text: actStates[value].text })), all];
const kinds = [...allActKinds.map((value) => ({ value, text: actKind(value).text })), all];

/** Acts requested by one person: another approves or refuses them, the requester may withdraw them. */
export function CountersignPage({ initial, input }: Props) {
  const address = path('/desk/countersign');
  const list = useDeskList({ address, initial, input, load: loadActs, idOf });
  const [refusing, setRefusing] = useState<ActWire | null>(null);
  const { put } = list;
  const columns = useMemo(() => {
    const showResult = (now: ActWire) => {
      put(now);
      showToast('success', `${now.company}：${now.state_text}`);
    };
    return columnsOf({
      async pass(row) {
        const isSure = await ask({
          title: `通过${row.kind_text}`,
          text: [
            `${row.company}：${row.kind_text}${row.amount === '' ? '' : amountOf(row)}${termsOf(row) === '' ? '' : `，${termsOf(row)}`}`,
            `${row.effect}`,
            `原因：${row.reason}`,
          ].join('。'),
          confirm: row.press_text,
          cancel: '再想想',
        });
        if (isSure) await passAct(row.id).then(showResult, react);
      },
      refuse: setRefusing,
      withdraw: (row) => withdrawAct(row.id).then(showResult, react),
    });
  }, [put]);
  return (
    <>
      <DeskList
        title="待复核"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-scale"
        none="没有符合条件的事项"
      >
        <Field label="企业" name="company" defaultValue={input.company} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="事项" name="kind" options={kinds} defaultValue={input.kind} />
        </div>
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {refusing !== null && (
        <RefuseAct
          row={refusing}
          onClose={() => setRefusing(null)}
          onDone={(row) => {
            put(row);
            setRefusing(null);
          }}
        />
      )}
    </>
  );
}
