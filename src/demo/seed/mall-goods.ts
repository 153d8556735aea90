/** Forty goods of the demo's points mall. Their pictures are drawn by their names. */
import type { pointsGoods } from '#lib/server/db/schema.ts';
import { momentFrom } from './dates.ts';

type Goods = typeof pointsGoods.$inferInsert;
type Row = [name: string, points: number, stock: number, summary: string, more?: Omit<Partial<Goods>, 'id'>];

/** Days before the day of seeding on which the mall opened, and until the one begins that is to come. */
const openDays = 100;
const comingDays = 3;

const monthly = (limitCount: number) => ({ limitCount, limitPeriod: 'month' as const });

/** `value` is what a thing costs the platform, fen. */
const things: Row[] = [
  ['316不锈钢保温杯 500ml', 3_600, 120, '双层真空，长效保温', { value: 3_900, ...monthly(2) }],
  ['玻璃泡茶壶 800ml', 4_200, 60, '耐热玻璃，带滤芯', { value: 4_500 }],
  ['焖烧杯 750ml', 5_800, 45, '早餐带到店里也是热的', { value: 6_200 }],
  ['全自动折叠晴雨伞', 2_800, 200, '一键开合，防紫外线', { value: 2_900, ...monthly(2) }],
  ['商务双肩背包', 9_800, 40, '可放15.6英寸电脑', { value: 11_000, ...monthly(1) }],
  ['帆布手提袋', 900, 500, '加厚帆布，可定制店名', { value: 800 }],
  ['中性笔 12支装', 600, 800, '0.5 mm黑色速干', { value: 600, ...monthly(5) }],
  ['A5商务笔记本', 1_200, 300, '160页，纸面顺滑', { value: 1_300 }],
  ['台式日历 2027', 800, 260, '每天一条合理用药提示', { value: 900, ...monthly(3) }],
  ['护眼台灯', 8_600, 50, '无可视频闪，三档亮度', { value: 9_200 }],
  ['人体工学办公椅', 32_000, 12, '收银台久坐不累', { value: 39_000, money: 9_900, ...monthly(1) }],
  ['折叠试衣凳', 3_200, 70, '承重120 kg', { value: 3_300 }],
  ['无线扫码枪', 12_800, 35, '扫一维码、二维码，带充电底座', { value: 14_500, ...monthly(2) }],
  ['热敏标签打印机', 19_800, 26, '打印价签和效期标签', { value: 23_000, ...monthly(1) }],
  ['热敏标签纸 20卷', 2_400, 150, '40×30 mm，800张一卷', { value: 2_600 }],
  ['电子体重秤', 4_600, 80, '顾客进店免费称重', { value: 4_900 }],
  ['折叠手推车', 9_200, 30, '静音轮，承重150 kg', { value: 10_500, ...monthly(1) }],
  ['四轮平板车', 14_600, 18, '搬运整件货更省力', { value: 16_800, money: 4_900 }],
  ['纯棉毛巾三条装', 1_800, 220, '新疆长绒棉', { value: 1_900 }],
  ['纯棉浴巾', 2_600, 140, '70×140 cm', { value: 2_800 }],
  ['蓝牙耳机', 7_600, 60, '续航30小时', { value: 8_200, ...monthly(1) }],
  ['店内广播音箱', 16_800, 20, '播放叫号和活动通知', { value: 19_000 }],
  ['桌面小风扇', 2_200, 90, 'USB供电，静音', { value: 2_300 }],
  ['龙井绿茶 250g', 6_200, 48, '招待顾客和同行', { value: 6_800 }],
  ['挂耳咖啡 20包', 4_400, 75, '中度烘焙', { value: 4_700 }],
  ['东北大米 5kg', 3_000, 160, '当季新米', { value: 3_200, ...monthly(4) }],
  ['花生油 5L', 6_600, 90, '物理压榨', { value: 7_100, ...monthly(2) }],
  ['收纳箱 55L', 2_000, 130, '带盖可叠放', { value: 2_100 }],
  ['充电宝 20000mAh', 5_400, 85, '支持快充，可带上飞机', { value: 5_900 }],
  ['电饭锅 4L', 11_200, 32, '预约煮饭', { value: 12_800, ...monthly(1) }],
  ['岗位急救箱（空箱）', 3_400, 0, '铝合金箱体，不含药品', { value: 3_600 }],
  ['新春礼盒', 8_800, 100, '三天后开始兑换', { value: 9_600 }],
];

const coupons: Row[] = [
  ['满300减10优惠券', 800, 2_000, '全场通用', { value: 1_000, threshold: 30_000, ...monthly(5) }],
  ['满500减20优惠券', 1_500, 1_500, '全场通用', { value: 2_000, threshold: 50_000, ...monthly(4) }],
  ['满1000减50优惠券', 3_500, 800, '全场通用', { value: 5_000, threshold: 100_000, ...monthly(2) }],
];

const vouchers: Row[] = [
  ['5元现金券', 600, 3_000, '下单直接抵扣', { value: 500, ...monthly(10) }],
  ['20元现金券', 2_300, 1_000, '下单直接抵扣', { value: 2_000, ...monthly(4) }],
  ['50元现金券', 5_500, 400, '下单直接抵扣', { value: 5_000, ...monthly(2) }],
];

/** Offered once a wheel is open. */
const chances: Row[] = [
  ['大转盘抽奖机会1次', 240, 10_000, '每天试试手气', { limitCount: 3, limitPeriod: 'day', isOn: false }],
  [
    '大转盘抽奖机会1次（诊所）',
    180,
    2_000,
    '诊所专享价',
    { limitCount: 1, limitPeriod: 'day', buyerTypes: ['clinic'], isOn: false },
  ],
];

const said = {
  thing: {
    delivery: '48小时内发货，节假日顺延',
    description:
      '由平台发货，运费由平台承担，寄往企业的收货地址。\n收到时请先检查外包装；有破损请拍照，在积分订单里申请售后，核实后退回积分或补发。\n实物归企业所有，由企业管理员兑换。图片仅供参考，以收到的商品为准。',
  },
  coupon: {
    delivery: '兑换后立即到账',
    validDays: 30,
    description: '兑换后在“我的优惠券”里查看，有效期30天，下单时勾选使用。',
  },
  voucher: {
    delivery: '兑换后立即到账',
    validDays: 60,
    description: '兑换后在“现金券”里查看，有效期60天，没有使用门槛，抵商品金额，不抵运费，用完为止。',
  },
  chance: { delivery: '兑换后立即到账', description: '兑换后在大转盘页面使用，活动结束后失效。' },
} as const;

/** Goods 1 to 40 of the mall. */
export function mallGoodsValues(now: Date): (Goods & { id: number })[] {
  const kinds = [
    ...things.map((row) => ({ kind: 'thing' as const, row })),
    ...coupons.map((row) => ({ kind: 'coupon' as const, row })),
    ...vouchers.map((row) => ({ kind: 'voucher' as const, row })),
    ...chances.map((row) => ({ kind: 'chance' as const, row })),
  ];
  return kinds.map(({ kind, row: [name, points, stock, summary, more] }, at) => ({
    ...{ id: at + 1, kind, name, points, stock, summary, isOn: true, sort: at + 1, token: `demo-${at + 1}` },
    onFrom: momentFrom(now, name === '新春礼盒' ? comingDays : -openDays),
    // Invented numbers, the same on every machine.
    sold: name === '新春礼盒' ? 0 : ((at * 37) % 83) + (stock === 0 ? 60 : 4),
    createdAt: momentFrom(now, -openDays),
    ...said[kind],
    ...more,
  }));
}
