import { useId, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { serverNow } from '#lib/client/clock.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { createTask } from '#lib/client/stores/desk/tasks.ts';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { pointTasks } from '#lib/contract/desk/lists/point-tasks.ts';
import type { CreatedTask } from '#lib/contract/tasks.ts';
import { taskKinds, taskPayers } from '#lib/rules/points/tasks.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { entriesOf, isKeyOf } from '#lib/rules/terms/keys.ts';
import { ListPage } from './kit/ListPage.tsx';
import { SecondNote } from './kit/SecondNote.tsx';

/** Tasks for points, and a new one. */
export function TaskList(list: OpenedList<typeof pointTasks>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ListPage
      {...list}
      tools={(reload) => (
        <>
          <Button size="small" className="max-md:h-touch" onClick={() => setOpen(true)}>
            新增任务
          </Button>
          {isOpen && <TaskDialog onClose={() => setOpen(false)} onDone={reload} />}
        </>
      )}
    />
  );
}

const kinds = entriesOf(taskKinds).map(([value, { text }]) => ({ value, text }));
const payers = entriesOf(taskPayers).map(([value, text]) => ({ value, text }));

function TaskDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const formId = useId();
  const token = useRef(crypto.randomUUID());
  const { form, field, errors, isBusy } = useForm({
    names: [
      'title',
      'kind',
      'points',
      'chances',
      'wheel_id',
      'merchant_id',
      'payer',
      'starts_on',
      'ends_on',
      'monthly',
    ],
    showsRefusal: true,
    guardsChanges: true,
    leaves: true,
    check: ({ title, starts_on: first }) => ({
      ...(title.trim().length < 2 && { title: '请填写任务名称，至少2个字' }),
      ...(first === '' && { starts_on: '请填写开始日期' }),
    }),
    send: ({ kind, payer, wheel_id: wheel, merchant_id: merchant, monthly, ...texts }) =>
      createTask({
        ...texts,
        kind: isKeyOf(taskKinds, kind) ? kind : 'scan',
        payer: isKeyOf(taskPayers, payer) ? payer : 'platform',
        ...(wheel !== '' && { wheel_id: wheel }),
        ...(merchant !== '' && { merchant_id: merchant }),
        ...(monthly !== '' && { monthly }),
        token: token.current,
      }),
    onSent({ title }: CreatedTask) {
      sayWaits(`任务“${title}”已提交`, 'point_task');
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog title="新增任务" width="wide" formId={formId} button="新增" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">
          任务新增后不能修改，只能停用、另建一个。开始日期以前、复核通过以前做的事（完成订单、提交证照）不算。由商家承担的，还须商家管理员在“任务确认”同意才生效。
        </p>
        <SecondNote kind="point_task" />
        <Field label="任务名称" maxLength={40} required data-focus="" {...field('title')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <div className="field text-small">
            <SelectBox label="任务种类" name="kind" options={kinds} defaultValue="first_order" />
          </div>
          <div className="field text-small">
            <SelectBox label="承担方" name="payer" options={payers} defaultValue="platform" />
          </div>
          <Field label="积分" inputMode="numeric" maxLength={6} {...field('points')} />
          <Field
            label="限商家编号（选填）"
            inputMode="numeric"
            maxLength={10}
            hint="只算在这个商家的订单；由商家承担时必填"
            {...field('merchant_id')}
          />
          <Field label="抽奖次数（选填）" inputMode="numeric" maxLength={3} {...field('chances')} />
          <Field
            label="大转盘编号（选填）"
            inputMode="numeric"
            maxLength={10}
            hint="送抽奖次数时必填"
            {...field('wheel_id')}
          />
          <Field label="开始日期" type="date" required {...field('starts_on', dayKey(serverNow()))} />
          <Field
            label="结束日期（选填）"
            type="date"
            hint="当天仍然有效；空着为一直有效"
            {...field('ends_on')}
          />
          <Field
            label="每月次数（选填）"
            inputMode="numeric"
            maxLength={4}
            hint="每家企业每月最多算几次；空着为不限"
            {...field('monthly')}
          />
        </div>
        <FormNotice text={errors.form ?? errors.kind ?? errors.payer} />
      </form>
    </FormDialog>
  );
}
