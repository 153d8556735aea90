import { useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { loadRoom, saveRoom } from '#lib/client/stores/desk/live.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { DeskRoom, DeskRoomDraft } from '#lib/contract/live/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { isPrescription } from '#lib/rules/goods/otc.ts';
import { type ChosenGoods, chosenOf, GoodsRows } from './GoodsRows.tsx';

const names = [
  'title',
  'start_time',
  'end_time',
  'summary',
  'host_name',
  'host_id',
  'coupon_budget',
  'goods',
] as const;

/** A live room: what it is about, who speaks, when, and its goods in their order. */
export function RoomForm({ initial }: { initial: DeskRoom | DeskRoomDraft }) {
  const [room, setRoom] = useState<DeskRoomDraft>(initial);
  const [goods, setGoods] = useState<ChosenGoods[]>(() => initial.goods.map(chosenOf));
  const [isRx, setRx] = useState(initial.is_rx === 1);
  const token = useRef('');
  const isReady = 'state' in initial && initial.state === 'ready';
  const hasRx = goods.some(({ otc }) => isPrescription(otc));
  const { form, field, forget, errors, isBusy } = useForm({
    names,
    guardsChanges: true,
    showsRefusal: true,
    leaves: true,
    async send({ goods: _goods, ...texts }) {
      token.current ||= crypto.randomUUID();
      const { id, revision } = room;
      try {
        return await saveRoom({
          id,
          revision,
          token: token.current,
          ...texts,
          is_rx: isRx || hasRx ? 1 : 0,
          goods: goods.map(({ id: goodsId, point }) => ({ id: goodsId, point })),
        });
      } catch (error) {
        // Typed texts stay; a second press puts them over the other person's.
        if (id > 0 && error instanceof AppError && error.code === 409) setRoom(await loadRoom(id));
        throw error;
      }
    },
    onSent: ({ id }: DeskRoom) => location.assign(path('/desk/live/[id]', { id })),
  });
  const box = (name: Exclude<(typeof names)[number], 'host_id' | 'goods'>) => field(name, room[name]);
  const back = room.id > 0 ? path('/desk/live/[id]', { id: room.id }) : path('/desk/live');
  return (
    <section className="panel">
      <div className="panel-title">
        <h1 className="flex-1">{room.id > 0 ? '修改直播' : '新建直播'}</h1>
      </div>
      <form {...form} className="grid gap-5 px-3 md:px-4 py-3">
        {isReady && (
          <p className="m-0 text-small text-price-ink">
            这场直播已通过审核。保存修改后回到草稿，须重新提交审核才能开播。
          </p>
        )}
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Field label="标题" maxLength={40} required {...box('title')} />
          <Field label="开始时间" hint="如2026-11-21 19:00" required {...box('start_time')} />
          <Field label="结束时间" hint="一场最长12小时" required {...box('end_time')} />
        </div>
        <TextArea
          label="简介（访客也能看到，不要写价格）"
          rows={3}
          maxLength={500}
          counts
          {...box('summary')}
        />
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Field
            label="主播姓名"
            hint="与身份证一致"
            maxLength={30}
            required
            autoComplete="off"
            {...box('host_name')}
          />
          <Field
            label="主播身份证号"
            hint={
              room.host_id_tail === ''
                ? '加密保存，只显示末四位'
                : `已登记，末四位${room.host_id_tail}；不更换则不填`
            }
            maxLength={18}
            required={room.host_id_tail === ''}
            autoComplete="off"
            {...field('host_id')}
          />
          <Field
            label="优惠券预算（元）"
            hint="本场发放的优惠券最多合计优惠这么多，由本商家承担；0为不发"
            inputMode="decimal"
            maxLength={9}
            {...box('coupon_budget')}
          />
        </div>
        <div className="grid gap-1">
          <label className="flex items-center gap-2">
            <Check type="checkbox" checked={isRx || hasRx} disabled={hasRx} onPick={setRx} />
            展示处方药
          </label>
          <p className="m-0 text-note text-ink-2">
            {hasRx ? '商品里有处方药，只有资质审核通过的买家能观看' : '勾选后只有资质审核通过的买家能观看'}
          </p>
        </div>
        <GoodsRows
          goods={goods}
          error={errors.goods}
          onChange={(now) => {
            setGoods(now);
            forget('goods');
          }}
        />
        <FormNotice text={errors.form} />
        <p className="flex gap-2 m-0">
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
          <a className={buttonClass('plain')} href={back}>
            取消
          </a>
        </p>
      </form>
    </section>
  );
}
