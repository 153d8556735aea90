/** The kinds of waiting work on a desk's page of today, in its order. */
import type { TodayKind } from './today-kind.ts';
import { moneyItems } from './today-money-items.ts';
import { tradeItems } from './today-trade-items.ts';

export const todayItems: readonly TodayKind[] = [
  ...tradeItems,
  ...moneyItems,
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
    key: 'tasks',
    title: '待答复的积分任务',
    note: '平台请本店承担积分的任务，同意后才生效',
    page: '/desk/own-tasks',
    search: '?merchant_word=asked',
    isForMerchants: true,
    isNotForPlatform: true,
  },
  {
    key: 'pointsToShip',
    title: '待发货积分订单',
    note: '兑换或抽中的实物，等待平台发货',
    page: '/desk/points-orders',
    search: '?status=to_ship',
    isForMerchants: false,
  },
  {
    key: 'pointsCases',
    title: '积分商品破损申请',
    note: '企业收到的实物有破损，等待退积分、补发或驳回',
    page: '/desk/points-orders',
    search: '?cases=asked',
    isForMerchants: false,
  },
  {
    key: 'failedJobs',
    title: '失败的任务',
    note: '后台任务反复做不成、需要人看的记录',
    page: '/desk/jobs',
    isForMerchants: false,
  },
];
