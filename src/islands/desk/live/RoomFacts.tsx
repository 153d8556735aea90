import type { ReactNode } from 'react';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-ink-2">{name}</dt>
      <dd className="m-0 whitespace-pre-line break-words">{children}</dd>
    </div>
  );
}

/** The facts that the review examines: host, times, and the seller with its licences. */
export function RoomFacts({ room }: { room: DeskRoom }) {
  const { seller } = room;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-4 m-0">
      <Fact name="时间">
        <span className="num">
          {room.start_time} 至 {room.end_time}
        </span>
      </Fact>
      <Fact name="主播">
        {room.host_name}，
        {room.host_id_tail === '' ? (
          '身份证号已按期删除'
        ) : (
          <>
            身份证末四位<span className="num">{room.host_id_tail}</span>
          </>
        )}
      </Fact>
      <Fact name="谁能观看">{room.is_rx === 1 ? '资质审核通过的买家' : '所有人，价格按各自权限'}</Fact>
      <Fact name="优惠券预算">
        <span className="num">¥{showYuan(room.coupon_budget)}</span>
      </Fact>
      <Fact name="实际销售者">
        {seller.name}
        <span className="block text-note text-ink-2">{seller.address}</span>
      </Fact>
      <Fact name="销售者证照">
        {seller.licences.length === 0 && '没有登记'}
        {seller.licences.map((one) => (
          <span key={one.kind_text} className="block">
            {one.kind_text} <span className="num">{one.number}</span>
            <span className="ml-1 text-note text-ink-2 whitespace-nowrap">
              {one.valid_to === '长期' ? '长期有效' : `有效期至${one.valid_to}`}
            </span>{' '}
            {one.is_expired === 1 && <Tag kind="warn">已过期</Tag>}
          </span>
        ))}
      </Fact>
      <Fact name="简介">{room.summary === '' ? '没有填写' : room.summary}</Fact>
      <Fact name="审核">
        {room.handed_in_at === '' ? '还没有提交' : `${momentText(room.handed_in_at)}提交`}
        {room.reviewed_at !== '' && (
          <span className="block">
            {momentText(room.reviewed_at)} {room.reviewed_by}审核
          </span>
        )}
      </Fact>
    </dl>
  );
}
