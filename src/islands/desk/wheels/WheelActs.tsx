import { useId, useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { giveChances, openWheel } from '#lib/client/stores/desk/wheels.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskWheel } from '#lib/contract/wheel-desk.ts';
import { secondText } from '#lib/rules/companies/countersign.ts';
import { PauseDialog } from './PauseDialog.tsx';

interface Props {
  wheel: DeskWheel;
  onWheel: (wheel: DeskWheel) => void;
  /** The form has changes that are not saved: what is saved would be opened. */
  isUnsaved: boolean;
}

interface DialogProps extends Omit<Props, 'isUnsaved'> {
  onClose: () => void;
}

/** The reason why a wheel cannot be opened yet, and its acts: opening, giving chances, the list of its draws. */
export function WheelActs({ wheel, onWheel, isUnsaved }: Props) {
  const [dialog, setDialog] = useState<'open' | 'give' | 'pause' | null>(null);
  const isDraft = wheel.state === 'draft';
  const isPaused = wheel.state === 'paused';
  const props = { wheel, onWheel, onClose: () => setDialog(null) };
  return (
    <div className="grid gap-2 px-3 md:px-4 py-3 text-small">
      {wheel.problem !== '' && <p className="m-0 text-price-ink">还不能开放：{wheel.problem}</p>}
      {wheel.asked_by !== '' && (
        <p className="m-0">
          {wheel.asked_by}提出{isDraft ? '开放' : '增加奖品'}，等另一位同事在
          <a className="link underline" href={path('/desk/countersign')}>
            待复核
          </a>
          办理
        </p>
      )}
      {isPaused && <p className="m-0 text-price-ink">已暂停：{wheel.seen.pause_reason}</p>}
      {!isDraft && (
        <p className="m-0">
          {wheel.companies}家企业共有{wheel.chances}次机会，已用{wheel.used}次
        </p>
      )}
      <p className="m-0 flex flex-wrap gap-2">
        {isDraft && isUnsaved && <span className="text-ink-2">有未保存的修改，保存后才能提交开放</span>}
        {isDraft && wheel.problem === '' && wheel.asked_by === '' && (
          <Button size="small" disabled={isUnsaved} onClick={() => setDialog('open')}>
            提交开放
          </Button>
        )}
        {!isDraft && wheel.state !== 'closed' && (
          <Button kind="ghost" size="small" onClick={() => setDialog('give')}>
            赠送抽奖机会
          </Button>
        )}
        {(isPaused || wheel.state === 'coming' || wheel.state === 'open') && (
          <Button kind="ghost" size="small" onClick={() => setDialog('pause')}>
            {isPaused ? '恢复抽奖' : '暂停抽奖'}
          </Button>
        )}
        {!isDraft && (
          <a
            className={buttonClass('plain', 'small')}
            href={path('/desk/draws', undefined, { wheel: wheel.name })}
          >
            抽奖记录
          </a>
        )}
      </p>
      {dialog === 'pause' && <PauseDialog {...props} />}
      {dialog === 'open' && <OpenDialog {...props} />}
      {dialog === 'give' && <GiveDialog {...props} />}
    </div>
  );
}

function OpenDialog({ wheel, onWheel, onClose }: DialogProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写说明' } : {}),
    send: ({ reason }) => openWheel({ id: wheel.id, revision: wheel.revision, reason: reason.trim() }),
    onSent(now: DeskWheel) {
      onWheel(now);
      onClose();
      sayWaits('开放大转盘', 'wheel_open');
    },
  });
  return (
    <FormDialog title="提交开放" formId={formId} button="提交复核" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">
          {secondText('wheel_open', null, 'platform')}
          开放后奖品、奖券和种子冻结，只能增加奖品、延长时间或放宽机会规则。
        </p>
        <Field label="说明" maxLength={200} required data-focus="" {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

function GiveDialog({ wheel, onWheel, onClose }: DialogProps) {
  const formId = useId();
  const token = useRef(crypto.randomUUID());
  const { form, field, errors, isBusy } = useForm({
    names: ['company_id', 'count', 'reason'],
    leaves: true,
    showsRefusal: true,
    send: (texts) => giveChances({ id: wheel.id, token: token.current, ...texts }),
    onSent(now: DeskWheel) {
      onWheel(now);
      onClose();
      showToast('success', '已赠送');
    },
  });
  return (
    <FormDialog title="赠送抽奖机会" formId={formId} button="赠送" isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <Field
          label="企业编号"
          inputMode="numeric"
          maxLength={10}
          required
          data-focus=""
          hint="在“企业”里查"
          {...field('company_id')}
        />
        <Field label="次数" inputMode="numeric" maxLength={3} required {...field('count', '1')} />
        <Field label="原因" maxLength={200} required {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
