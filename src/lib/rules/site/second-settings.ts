/** Settings of the limits above which a second person has to agree. */
import type { SettingField } from './setting-groups.ts';

const limit = { kind: 'whole', isNeeded: true, group: 'second', wants: 'second' } as const;

export const secondSettings = {
  actAlone: {
    ...limit,
    label: '一人一天可办的金额',
    help: '余额调整、发券等，一人一天合计不超过它时不需要第二人；0为每笔都要',
    unit: '元',
    min: 0,
    max: 100_000,
    fallback: 10,
  },
  actAdminAbove: {
    ...limit,
    label: '须有管理员的金额',
    help: '一笔超过它时，两人中须有一位平台管理员',
    unit: '元',
    min: 0,
    max: 10_000_000,
    fallback: 10_000,
  },
  refundAlone: {
    ...limit,
    label: '一人一天可退的金额',
    help: '未发货的订单，一人一天合计退款不超过它时不需要第二人',
    unit: '元',
    min: 0,
    max: 1_000_000,
    fallback: 2_000,
  },
  transferOverYuan: {
    ...limit,
    label: '到账差额（金额）',
    help: '对公转账到账与应付相差不超过金额和比例中较小的一个时，不再问',
    unit: '元',
    min: 0,
    max: 10_000,
    fallback: 1,
  },
  transferOverPercent: {
    ...limit,
    label: '到账差额（比例）',
    help: '同上',
    unit: '%',
    min: 0,
    max: 100,
    fallback: 1,
  },
  agreedPriceFloor: {
    ...limit,
    label: '协议价底线',
    help: '提议的协议价不能低于会员价的这个比例',
    unit: '%',
    min: 1,
    max: 100,
    fallback: 70,
  },
} as const satisfies Record<string, SettingField>;
