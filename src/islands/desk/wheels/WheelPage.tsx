import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { sayWaits } from '#lib/client/stores/desk/countersign.ts';
import { loadWheel, saveWheel } from '#lib/client/stores/desk/wheels.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskWheel, DeskWheelDraft } from '#lib/contract/wheel-desk.ts';
import { PrizeRows } from './PrizeRows.tsx';
import { inputOf, textsOf } from './prize-texts.ts';
import { WheelActs } from './WheelActs.tsx';
import { WheelCost } from './WheelCost.tsx';
import { WheelSeen } from './WheelSeen.tsx';

const numbers = [
  ['per_sign', '每人每天签到得几次', '0为没有'],
  ['per_order', '每完成一单得几次', '0为没有'],
  ['per_amount', '订单实付每满多少元再得1次', '0为没有'],
  ['chance_points', '换1次要多少积分', '0为不能换'],
  ['points_daily', '每企业每天最多换几次', '不能换则填0'],
] as const;
const names = [
  'name',
  'remarks',
  'start_time',
  'end_time',
  ...numbers.map(([name]) => name),
  'prizes',
] as const;

function isSaved(wheel: DeskWheel | DeskWheelDraft): wheel is DeskWheel {
  return wheel.id > 0;
}

/** A lucky wheel at the desk: its form with prizes, what it costs, what buyers see, and its acts. */
export function WheelPage({ initial }: { initial: DeskWheel | DeskWheelDraft }) {
  const [wheel, setWheel] = useState(initial);
  const [prizes, setPrizes] = useState(() => initial.prizes.map(textsOf));
  const token = useRef('');
  const saved = isSaved(wheel) ? wheel : null;
  const isOpened = saved !== null && saved.state !== 'draft';
  const isOver = saved?.state === 'closed';
  const { form, field, errors, isBusy, isChanged } = useForm({
    names,
    guardsChanges: true,
    showsRefusal: true,
    async send({ prizes: _prizes, ...texts }) {
      token.current ||= crypto.randomUUID();
      const { id, revision } = wheel;
      const input = { id, revision, token: token.current, ...texts, prizes: prizes.map(inputOf) };
      try {
        return await saveWheel(input);
      } catch (error) {
        // Typed texts stay; a second press puts them over the other person's.
        if (id > 0 && error instanceof AppError && error.code === 409) setWheel(await loadWheel(id));
        throw error;
      }
    },
    onSent(now: DeskWheel) {
      if (wheel.id === 0) location.assign(path('/desk/wheels/[id]', { id: now.id }));
      setWheel(now);
      setPrizes(now.prizes.map(textsOf));
      if (now.state !== 'draft' && now.asked_by !== '') sayWaits('增加奖品', 'wheel_open');
      else showToast('success', '已保存');
    },
  });
  const box = (name: (typeof names)[number]) => ({
    ...field(name, name === 'prizes' ? '' : String(wheel[name])),
    disabled: isOver,
  });
  return (
    <div className="grid gap-3">
      <section className="panel">
        <div className="panel-title">
          <h1 className="flex-1">{saved?.name ?? '新建大转盘'}</h1>
          {saved && <Tag kind={saved.state === 'open' ? 'promo' : 'soft'}>{saved.state_text}</Tag>}
        </div>
        {saved && (
          <WheelActs
            wheel={saved}
            onWheel={setWheel}
            isUnsaved={isChanged || JSON.stringify(prizes) !== JSON.stringify(saved.prizes.map(textsOf))}
          />
        )}
      </section>
      <section className="panel" aria-label="内容">
        <h2 className="panel-title">内容</h2>
        <form {...form} className="grid gap-5 px-3 md:px-4 py-3">
          {isOpened && !isOver && (
            <p className="m-0 text-small text-ink-2">
              已开放：只能增加奖品和奖券、延后结束时间、放宽机会规则，并且不能降低剩余奖券的中奖概率。
            </p>
          )}
          <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
            <Field label="名称" maxLength={40} required {...box('name')} readOnly={isOpened} />
            <Field
              label="开始时间"
              hint="如2026-11-21 09:05"
              required
              {...box('start_time')}
              readOnly={isOpened}
            />
            <Field label="结束时间" hint="如2026-11-28 09:05" required {...box('end_time')} />
          </div>
          <TextArea
            label="活动规则（参加条件、兑奖时间和方式；主办方和客服热线由页面写明）"
            rows={6}
            maxLength={4_000}
            required
            {...box('remarks')}
            readOnly={isOpened}
          />
          <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-5 m-0 p-0 border-0">
            <legend className="mb-2 p-0 font-600">抽奖机会</legend>
            {numbers.map(([name, label, hint]) => (
              <Field key={name} label={label} hint={hint} inputMode="decimal" maxLength={9} {...box(name)} />
            ))}
          </fieldset>
          <PrizeRows prizes={prizes} isOpened={isOpened} onChange={setPrizes} />
          <FormNotice text={errors.prizes ?? errors.form} />
          {!isOver && (
            <p className="m-0">
              <Button type="submit" busy={isBusy}>
                保存
              </Button>
            </p>
          )}
        </form>
      </section>
      <WheelCost prizes={prizes} />
      {saved && <WheelSeen wheel={saved.seen} />}
    </div>
  );
}
