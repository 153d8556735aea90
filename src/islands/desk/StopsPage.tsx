import { useId, useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { useForm } from '#islands/ui/use-form.ts';
import { liftStop, loadStops, setStop } from '#lib/client/stores/desk/stops.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { path } from '#lib/contract/routes.ts';
import type { StopRow, StopsList, StopsValues } from '#lib/contract/stops.ts';
import { ByWhom } from './list/ByWhom.tsx';
import { DeskList } from './list/DeskList.tsx';
import { RowButton } from './list/RowButton.tsx';
import { useDeskList } from './list/use-desk-list.ts';

interface Props {
  initial: StopsList;
  input: StopsValues;
}

const views = [
  { value: '', text: '暂停中' },
  { value: 'lifted', text: '全部，含已解除' },
];
const idOf = ({ id }: StopRow) => id;
const nameOf = ({ name, approval_no: no, goods_id: id }: StopRow) => `${name} ${no === '' ? id : no}`;

/** Goods and products whose sale the platform has stopped. */
export function StopsPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/stops'), initial, input, load: loadStops, idOf });
  // undefined: closed. null: a new stop.
  const [open, setOpen] = useState<StopRow | null | undefined>(undefined);
  const columns = useMemo(() => columnsOf(setOpen), []);
  return (
    <>
      <DeskList
        title="暂停销售"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-ban"
        none="没有暂停销售的商品"
        acts={
          <Button size="small" className="max-md:h-touch" onClick={() => setOpen(null)}>
            暂停销售
          </Button>
        }
      >
        <div className="field text-small">
          <SelectBox label="范围" name="view" options={views} defaultValue={input.view} />
        </div>
        <Field label="商品或批准文号" name="what" defaultValue={input.what} maxLength={100} />
      </DeskList>
      {open !== undefined && (
        <StopDialog
          stop={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            void list.reload();
          }}
        />
      )}
    </>
  );
}

interface DialogProps {
  /** Null: a new one. */
  stop: StopRow | null;
  onClose: () => void;
  onDone: () => void;
}

function StopDialog({ stop, onClose, onDone }: DialogProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['what', 'reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ what, reason }) => ({
      ...(stop === null && what.trim() === '' && { what: '请填写商品编号或批准文号' }),
      ...(reason.trim().length < 2 && { reason: '请填写原因' }),
    }),
    send: ({ what, reason }) =>
      stop === null
        ? setStop({ what: what.trim(), reason: reason.trim() })
        : liftStop({ id: stop.id, reason: reason.trim() }),
    onSent(row) {
      showToast('success', `${stop === null ? '已暂停' : '已解除'}：${row.name}，共${row.goods}个商品`);
      onDone();
    },
  });
  const title = stop === null ? '暂停销售' : `解除暂停：${stop.name}`;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      formId={formId}
      button={stop === null ? '暂停销售' : '解除暂停'}
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p>
          {stop === null
            ? '商品立即不能购买，未付款的订单付款时取消，已付款未发的订单等待质量处理，不会自动退款。'
            : `暂停原因：${stop.reason}。解除后没有其他暂停的商品恢复销售。`}
        </p>
        {stop === null && (
          <Field
            label="商品编号或批准文号"
            hint="填商品编号只停这一个商家的商品；填国药准字等批准文号，停所有商家的同一药品"
            maxLength={60}
            required
            data-focus=""
            {...field('what')}
          />
        )}
        <TextArea label="原因（买家看不到）" maxLength={200} required {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

function columnsOf(onLift: (row: StopRow) => void): readonly TableColumn<StopRow>[] {
  return [
    { id: 'name', head: '商品', value: ({ name }) => name, isTitle: true },
    {
      id: 'what',
      head: '范围',
      value: ({ approval_no: no, goods_id: id }) => (no === '' ? `商品${id}` : no),
    },
    { id: 'goods', head: '商品数', value: ({ goods }) => goods, isNumber: true },
    { id: 'reason', head: '原因', value: ({ reason }) => reason },
    {
      id: 'by',
      head: '暂停',
      value: ({ stopped_by: by, stopped_at: at }) => `${by} ${momentText(at)}`,
      cell: ({ stopped_by: by, stopped_at: at }) => <ByWhom who={by} at={at} />,
    },
    {
      id: 'lifted',
      head: '解除',
      value: ({ lifted_at: at, lifted_by: by, lift_reason: reason }) =>
        at === '' ? '' : `${by} ${momentText(at)} ${reason}`,
      cell: ({ lifted_at: at, lifted_by: by, lift_reason: reason }) =>
        at === '' ? '' : <ByWhom who={by} at={at} word={reason} />,
    },
    {
      id: 'acts',
      head: '操作',
      cell: (row) =>
        row.is_open === 1 && <RowButton text="解除暂停" of={nameOf(row)} onPress={() => onLift(row)} />,
    },
  ];
}
