/**
 * The settings of the shop that its administrator changes at a desk: one declaration from which come the page, the check
 * of its input, the type of the values and the words of their history. Secrets are not among them: they are in the
 * environment.
 */
import type { CellField } from '../changes/cells.ts';
import { staffIdleMinutes, staffProofMinutes } from '../companies/staff.ts';

/** The parts of the page, in order. */
export const settingGroups = {
  operator: '运营主体',
  licences: '证照与备案',
  service: '客服',
  front: '首页与链接',
  trade: '交易限额',
  people: '员工与安全',
  second: '双人复核',
} as const;
export type SettingGroup = keyof typeof settingGroups;

/** A check of a text that is not empty. */
export type SettingShape = 'phone' | 'url' | 'digits' | 'credit_code';

export type SettingField = CellField & {
  group: SettingGroup;
  /** What it does, for the person who changes it. */
  help: string;
  /** Of a number: 元, 分钟. */
  unit?: string;
  /** One value a line; each has at most `max` characters. */
  isList?: true;
  /** Most lines of a list. */
  most?: number;
  shape?: SettingShape;
  /** What a change wants: a reason, or a reason and a second person. */
  wants?: 'reason' | 'second';
  /** While nobody has set it. A text without one has its default from the environment, or is empty. */
  fallback?: number | boolean | string;
};

const law = { kind: 'text', max: 100, wants: 'reason' } as const;
const number = { kind: 'whole', isNeeded: true } as const;

export const settingFields = {
  company: {
    ...law,
    group: 'operator',
    label: '运营主体名称',
    help: '页脚、网站资质、用户协议和联系我们上的公司名称',
    isNeeded: true,
  },
  creditCode: {
    ...law,
    group: 'operator',
    label: '统一社会信用代码',
    help: '18位，与营业执照一致',
    isNeeded: true,
    shape: 'credit_code',
  },
  address: {
    ...law,
    group: 'operator',
    label: '通信地址',
    help: '写到门牌号',
    isNeeded: true,
  },
  drugLicence: { ...licence('药品经营许可证'), isNeeded: true },
  drugInfoLicence: { ...licence('互联网药品信息服务资格证书'), isNeeded: true },
  deviceFiling: { ...licence('医疗器械网络交易服务第三方平台备案'), isNeeded: true },
  deviceLicence: licence('医疗器械经营许可证'),
  foodLicence: licence('食品经营许可证'),
  telecomLicence: licence('增值电信业务经营许可证'),
  icp: { ...licence('网站备案'), isNeeded: true },
  hotLine: {
    kind: 'text',
    max: 20,
    group: 'service',
    label: '客服热线',
    help: '页脚、帮助和提示里的电话',
    isNeeded: true,
    shape: 'phone',
  },
  serviceHours: {
    kind: 'text',
    max: 50,
    group: 'service',
    label: '客服时间',
    help: '如：周一至周五 9:00–18:00',
    isNeeded: true,
  },
  qq1: { kind: 'text', max: 12, group: 'service', label: '客服QQ', help: '不填则不显示', shape: 'digits' },
  qq2: {
    kind: 'text',
    max: 12,
    group: 'service',
    label: '客服QQ（第二个）',
    help: '不填则不显示',
    shape: 'digits',
  },
  chatUrl: {
    kind: 'text',
    max: 300,
    group: 'service',
    label: '在线客服网址',
    help: '客服系统的网页；不填则只有电话和QQ',
    shape: 'url',
  },
  hotSearches: {
    kind: 'text',
    max: 20,
    isList: true,
    most: 20,
    group: 'front',
    label: '热门搜索',
    help: '每行一个词，按顺序显示在搜索框下',
  },
  marquee: {
    kind: 'text',
    max: 100,
    isList: true,
    most: 10,
    group: 'front',
    label: '滚动公告',
    help: '每行一条，显示在页头下；不填则不显示',
  },
  qualityInspectionUrl: {
    kind: 'text',
    max: 300,
    group: 'front',
    label: '药检查询网址',
    help: '不填则显示下面的说明',
    shape: 'url',
  },
  qualityInspectionMessage: {
    kind: 'text',
    max: 300,
    group: 'front',
    label: '药检查询说明',
    help: '没有网址时，点“药检查询”看到的话',
    fallback:
      '每批药品的批号、生产日期和有效期写在订单详情的“物流与批号”里，药检报告在订单的“收货资料”里，缺的可以向商家索取。请打开我的订单查看。',
  },
  elevenUrl: {
    kind: 'text',
    max: 300,
    group: 'front',
    label: '大促会场网址',
    help: '不填则进入本站的活动专区',
    shape: 'url',
  },
  miniProgramUrl: {
    kind: 'text',
    max: 300,
    group: 'front',
    label: '小程序码内容',
    help: '二维码里的网址；不填则是本站网址',
    shape: 'url',
  },
  maxUnpaidTrades: {
    ...number,
    group: 'trade',
    label: '未付款交易上限',
    help: '一家企业同时最多有几笔未付款的交易',
    unit: '笔',
    min: 1,
    max: 200,
    fallback: 20,
  },
  payPasswordAbove: {
    ...number,
    group: 'trade',
    label: '免支付密码的金额',
    help: '没有设置支付密码的企业，一次用余额付款不超过这个金额时不要求设置',
    unit: '元',
    min: 0,
    max: 1_000_000,
    wants: 'reason',
    fallback: 5_000,
  },
  lotAskPercent: {
    ...number,
    group: 'trade',
    label: '盘点差异提醒（比例）',
    help: '盘点或报损超过账面的这个比例，且超过下面的件数时，再问一次',
    unit: '%',
    min: 1,
    max: 100,
    fallback: 20,
  },
  lotAskPieces: {
    ...number,
    group: 'trade',
    label: '盘点差异提醒（件数）',
    help: '与上面的比例同时超过时提醒；入库远超平常时也按它',
    unit: '件',
    min: 1,
    max: 100_000,
    fallback: 100,
  },
  lotAskYuan: {
    ...number,
    group: 'trade',
    label: '盘点差异提醒（金额）',
    help: '差异金额超过它时，不论比例都再问一次',
    unit: '元',
    min: 1,
    max: 10_000_000,
    fallback: 20_000,
  },
  staffIdleMinutes: {
    ...number,
    group: 'people',
    label: '工作台闲置退出',
    help: '多少分钟没有操作后须重新登录',
    unit: '分钟',
    min: 5,
    max: 720,
    wants: 'reason',
    fallback: staffIdleMinutes,
  },
  staffProofMinutes: {
    ...number,
    group: 'people',
    label: '再次验证的有效时间',
    help: '动用款项、价格和账号的操作，验证一次密码或验证码后多少分钟内不再问',
    unit: '分钟',
    min: 1,
    max: 60,
    wants: 'second',
    fallback: staffProofMinutes,
  },
  merchantsNeedTotp: {
    kind: 'yes',
    isNeeded: true,
    group: 'people',
    label: '商家须用身份验证器',
    help: '商家的管理员和财务登录时须有验证码；平台员工始终须有',
    wants: 'second',
    fallback: true,
  },
  ownerChangeHours: {
    ...number,
    group: 'people',
    label: '更换负责人公示时间',
    help: '复核通过后，企业的人可以提出异议的小时数',
    unit: '小时',
    min: 1,
    max: 240,
    wants: 'second',
    fallback: 24,
  },
  actAlone: {
    ...number,
    group: 'second',
    label: '一人一天可办的金额',
    help: '余额调整、发券等，一人一天合计不超过它时不需要第二人；0为每笔都要',
    unit: '元',
    min: 0,
    max: 100_000,
    wants: 'second',
    fallback: 10,
  },
  actAdminAbove: {
    ...number,
    group: 'second',
    label: '须有管理员的金额',
    help: '一笔超过它时，两人中须有一位平台管理员',
    unit: '元',
    min: 0,
    max: 10_000_000,
    wants: 'second',
    fallback: 10_000,
  },
  refundAlone: {
    ...number,
    group: 'second',
    label: '一人一天可退的金额',
    help: '未发货的订单，一人一天合计退款不超过它时不需要第二人',
    unit: '元',
    min: 0,
    max: 1_000_000,
    wants: 'second',
    fallback: 2_000,
  },
  transferOverYuan: {
    ...number,
    group: 'second',
    label: '到账差额（金额）',
    help: '对公转账到账与应付相差不超过金额和比例中较小的一个时，不再问',
    unit: '元',
    min: 0,
    max: 10_000,
    wants: 'second',
    fallback: 1,
  },
  transferOverPercent: {
    ...number,
    group: 'second',
    label: '到账差额（比例）',
    help: '同上',
    unit: '%',
    min: 0,
    max: 100,
    wants: 'second',
    fallback: 1,
  },
  agreedPriceFloor: {
    ...number,
    group: 'second',
    label: '协议价底线',
    help: '提议的协议价不能低于会员价的这个比例',
    unit: '%',
    min: 1,
    max: 100,
    wants: 'second',
    fallback: 70,
  },
} as const satisfies Record<string, SettingField>;

function licence<Name extends string>(label: Name) {
  return { ...law, group: 'licences', label, help: '证号或备案号；不填则不显示' } as const;
}
