/** Waiting work of a desk today, with its counts. */

import { findDeskRoute, type RoutePath } from '#lib/contract/routes.ts';
import { kindsToDecide, moneyKindsToDecide } from '#lib/rules/companies/countersign.ts';
import { shipWithin } from '#lib/rules/orders/desk-orders.ts';
import { alarmTries } from '#lib/rules/site/job-words.ts';
import type { WaitKind } from '#lib/rules/site/today.ts';
import { personOf } from '../acts/propose.ts';
import { actorMay, type Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { countToday, type Waiting } from './today-rows.ts';

export interface TodayItem {
  title: string;
  /** A sentence about what is counted. */
  note: string;
  count: number;
  /** Time of the first of them: since when it waits, or its deadline. */
  since: Date | null;
  wait: WaitKind;
  /** The page to work on it. */
  href: RoutePath;
  /** Query string of that page, which shows what is counted; empty for its default list. */
  search: string;
}

interface Item {
  title: string;
  note: string;
  key: keyof Waiting;
  page: RoutePath;
  search?: string;
  /** Age without it; `deadline` where its time is the end of a term. */
  wait?: WaitKind;
  /** Whose term it is, where the term of one side is the age of the other. */
  waitForMerchants?: WaitKind;
  isForMerchants: boolean;
  isNotForPlatform?: true;
}

const items: readonly Item[] = [
  {
    key: 'companies',
    title: '待审核企业',
    note: '提交了资质、等待审核的企业',
    page: '/desk/review',
    isForMerchants: false,
  },
  {
    key: 'lateOrders',
    title: '超时未发货',
    note: '付款超过48小时仍未发完的订单',
    page: '/desk/orders',
    search: '?state=late',
    wait: 'overdue',
    isForMerchants: true,
  },
  {
    key: 'ordersToShip',
    title: '待发货订单',
    note: '已付款、还没有发完的订单',
    page: '/desk/orders',
    isForMerchants: true,
  },
  {
    key: 'hurriedOrders',
    title: '买家催发货',
    note: '买家催过、还没有发完的订单',
    page: '/desk/orders',
    search: '?state=hurried',
    isForMerchants: true,
  },
  {
    key: 'qualityOrders',
    title: '质量待处理',
    note: '含质量锁定批次或暂停销售商品、不能发出的已付款订单',
    page: '/desk/orders',
    search: '?state=quality',
    isForMerchants: true,
  },
  {
    key: 'stuckOrders',
    title: '物流停滞或异常',
    note: '包裹超过48小时没有新消息、异常或退回的订单',
    page: '/desk/orders',
    search: '?state=stuck',
    isForMerchants: true,
  },
  {
    key: 'refusals',
    title: '拒收待处理',
    note: '买家当面拒收的订单，商家10天内收回退款或提出异议，超时由平台处理',
    page: '/desk/orders',
    search: '?state=refusal_due',
    waitForMerchants: 'deadline',
    isForMerchants: true,
  },
  {
    key: 'afterSales',
    title: '待处理售后',
    note: '等待审核或验收的售后，商家48小时内答复，超时转平台',
    page: '/desk/aftersale',
    isForMerchants: true,
  },
  {
    key: 'askedOnboarding',
    title: '买家索取首营资料',
    note: '买家要、还没有上传的首营资料',
    page: '/desk/onboarding',
    search: '?view=asked',
    isForMerchants: true,
  },
  {
    key: 'dueOnboarding',
    title: '首营资料到期',
    note: '已过期或30天内到期的首营资料，包括商家自己的和商品的',
    page: '/desk/onboarding',
    search: '?view=due',
    isForMerchants: true,
  },
  {
    key: 'dueLicences',
    title: '商家证照到期',
    note: '登记的证照已过期或60天内到期，过期后商家的商品暂停销售',
    page: '/desk/licences',
    search: '?view=due',
    isForMerchants: true,
  },
  {
    key: 'licenceRenewals',
    title: '待核验商家证照',
    note: '商家提交、等待平台核验的新证照',
    page: '/desk/licences',
    search: '?view=waiting',
    isForMerchants: false,
  },
  {
    key: 'money',
    title: '资金待办',
    note: '等待财务处理的转账、退款、复核和对账差异，最久的在前',
    page: '/desk/money',
    isForMerchants: false,
  },
  {
    key: 'unknownRefunds',
    title: '结果不明的退款',
    note: '支付渠道没有答复，系统在继续查询',
    page: '/desk/refunds',
    search: '?state=unknown',
    isForMerchants: false,
  },
  {
    key: 'failedRefunds',
    title: '受阻的退款',
    note: '支付渠道拒绝过，系统在继续重试；退不回去的可改付',
    page: '/desk/refunds',
    search: '?state=failed',
    isForMerchants: false,
  },
  {
    key: 'heldRefunds',
    title: '待复核退款改付',
    note: '一位同事提出改用其他方式退回，须由另一位同事复核',
    page: '/desk/refunds',
    search: '?state=held',
    isForMerchants: false,
  },
  {
    key: 'twiceRefunds',
    title: '重复退款',
    note: '改付之后支付渠道又退了一次，须向企业追回',
    page: '/desk/refunds',
    search: '?state=twice',
    isForMerchants: false,
  },
  {
    key: 'transfers',
    title: '待核对公转账',
    note: '买家已上传凭证，或到账金额不足',
    page: '/desk/transfers',
    isForMerchants: false,
  },
  {
    key: 'payouts',
    title: '待手工退款',
    note: '对公转账的退款，须由财务转回或退到余额',
    page: '/desk/payouts',
    isForMerchants: false,
  },
  {
    key: 'acts',
    title: '待复核',
    note: '一位同事提出、须由另一位同事复核的事项',
    page: '/desk/countersign',
    isForMerchants: false,
  },
  {
    key: 'proposals',
    title: '待确认报价',
    note: '平台提议的协议价，等待商家接受或拒绝',
    page: '/desk/proposals',
    isForMerchants: true,
    isNotForPlatform: true,
  },
  {
    key: 'changes',
    title: '待复核的批量修改',
    note: '商品价格变动较大，等待另一个人通过',
    page: '/desk/changes',
    search: '?state=waiting',
    isForMerchants: true,
  },
  {
    key: 'differences',
    title: '对账差异',
    note: '微信支付、支付宝的日账单与本站账目不符',
    page: '/desk/bills',
    isForMerchants: false,
  },
  {
    key: 'statements',
    title: '待答复的对账异议',
    note: '商家对月度对账单提出异议，等待财务答复',
    page: '/desk/statements',
    search: '?state=objected',
    isForMerchants: false,
  },
  {
    key: 'statements',
    title: '待确认对账单',
    note: '已结束的月份，核对后确认或提出异议',
    page: '/desk/statements',
    isForMerchants: true,
    isNotForPlatform: true,
  },
  {
    key: 'wanted',
    title: '未答复的求购',
    note: '买家在找、还没有答复的品种',
    page: '/desk/wanted',
    search: '?status=open',
    isForMerchants: false,
  },
  {
    key: 'grants',
    title: '控销申请',
    note: '等待决定的控销采购权限',
    page: '/desk/grants',
    search: '?status=agreed',
    isForMerchants: false,
  },
  {
    key: 'grants',
    title: '待答复的控销申请',
    note: '企业申请采购本店的控销商品，等待同意',
    page: '/desk/controlled',
    search: '?status=applied',
    isForMerchants: true,
    isNotForPlatform: true,
  },
  {
    key: 'failedJobs',
    title: '失败的任务',
    note: '后台任务反复做不成、需要人看的记录',
    page: '/desk/jobs',
    isForMerchants: false,
  },
];

/** Waiting work now, of the pages that the reader may open. A merchant's people see their merchant's. */
export async function listToday({ db, actor, now }: Context<'staff'>): Promise<TodayItem[]> {
  const late = new Date(now.getTime() - shipWithin);
  const decides = kindsToDecide(personOf({ actor }));
  const moneyKinds = moneyKindsToDecide(personOf({ actor }));
  const bounds = { within: actor.merchantId, decides, moneyKinds, late, now, tries: alarmTries };
  const counted = await readElsewhere(db, (from) => countToday(from, bounds));
  const isMerchant = actor.kind === 'merchant';
  return items
    .filter(({ isForMerchants, isNotForPlatform = false, page }) => {
      const may = findDeskRoute(page)?.may;
      return (isMerchant ? isForMerchants : !isNotForPlatform) && may !== undefined && actorMay(actor, may);
    })
    .map(({ key, title, note, page, search = '', wait = 'age', waitForMerchants = wait }) => ({
      title,
      note,
      ...counted[key],
      wait: isMerchant ? waitForMerchants : wait,
      href: page,
      search,
    }));
}
