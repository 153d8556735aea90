import type { ad } from '#lib/server/db/schema.ts';
import { momentFrom } from './dates.ts';
import { goodsOfBrand } from './known.ts';
import { search, shelf } from './nav-links.ts';

type Ad = typeof ad.$inferInsert;

type Slot = [slot: string, title: string, subtitle: string, url: string, approvalNo?: string];

/**
 * Ads name a kind of item, which needs no number. The one for a drug (OTC, never a prescription drug) carries the 药广审
 * number of its approval.
 */
const slots: Slot[] = [
  ['index', '秋冬呼吸季备货', '感冒清热、止咳化痰，一站配齐', shelf('中成药', '感冒清热')],
  ['index', '道地饮片产地直采', '按产地挑选，支持小包装', shelf('中药饮片')],
  ['index', '慢病用药常备不断货', '心脑血管、糖尿病用药每日补仓', shelf('化学药', '心脑血管')],
  ['index', '家用检测器械专场', '血压、血糖、血氧，仪器质保一年', shelf('医疗器械', '家用监测')],
  ['index', '冷链品种全程温控', '2–8℃ 直达门店，签收可查温度', search({ keywords: '胰岛素' })],
  ['top', '满额返现进行中', '订单完成后返到余额', '/hb'],
  ['bottom', '新人专享价', '企业首单前，畅销品种按新人价', '/xr/tj'],
  ['right', '近效期专场', '效期明示，低至五折', '/jxqzc'],
  ['right', '防护耗材', '口罩、手套、敷料整件更省', shelf('医疗器械', '防护用品')],
  ['top-right', '家庭常备药', '常温阴凉分仓，当日发货', shelf('化学药', '感冒发热')],
  ['login', '药店诊所一站进货', '18 家商家，近两千个品规', '/list'],
  ['common', '维矿与营养', '保健食品专供药店', shelf('保健食品', '营养补充')],
  ['float', '秋冬备货', '一站配齐', '/hdzx/qiudong'],
  ['xrtj', '新店首单攻略', '先选一两家商家试单', '/help/xszn/gwzn'],
  ['xrtj', '领券更省', '平台券与店铺券可一起用', '/lqzx'],
  ['bjp', '营养补充', '蓝帽子批文，效期新鲜', shelf('保健食品', '营养补充')],
  ['qxzq', '家用监测', '血压、血糖、血氧成套陈列', shelf('医疗器械', '家用监测')],
  ['qxzq', '防护用品', '口罩、手套整件更省', shelf('医疗器械', '防护用品')],
  ['zyzq', '清热药', '产地与批号都写明', shelf('中药饮片', '清热药')],
  ['zyzq', '补虚药材', '产地直采，小包装', shelf('中药饮片', '补虚药')],
  ['yx', '按行补货', '优选商品一屏比价', '/yx/table'],
  ['kxzq', '新上控销', '名额有限，先申请先审核', '/kxzq/new'],
  ['kxzq', '品牌招商会', '名额与场次另行通知', ''],
  ['new_kxzq', '控销怎样申请', '写一句门店情况', '/kxzq'],
  ['ppzq', '商家列表', '18 家持证商家', '/shop'],
  ['ppzq', '家庭常备药', '甲类、乙类 OTC', '/hdzq/changbei'],
  ['post', '满减凑单', '凑够门槛自动减', '/hdzq/manjian'],
  ['post', '满赠与换购', '赠品同样有批号', '/hdzq/zengpin'],
  ['post', '双十一返场', '余量返场，先到先得', '/activity/eleven/jz/fanchang'],
  ['demo', '采购求助', '找不到的品种帮您寻货', '/zzfw/pzqg'],
  ['zpcj', '奖券根值先公布', '结束后种子和全部记录公开，可逐条验证', '/zpcj/verify'],
  ['zpcj', '签到得抽奖机会', '每人每天签到一次', '/deftyel'],
  ['brand:1', '感冒季备货', '片剂，常温保存', `/list/info/${goodsOfBrand}`, '示药广审(文)第270101-00001号'],
];

/** Slots for newcomers. */
const newcomersSlots: ReadonlySet<string> = new Set(['xrtj', 'bottom']);

/** All ads, drawn by the server (`/img/ad/<id>.svg`) because they have no pictures of their own. */
export function adValues(now: Date): Ad[] {
  return slots.map(([slot, title, subtitle, url, approvalNo = ''], at) => ({
    id: at + 1,
    slot,
    title,
    subtitle,
    url,
    approvalNo,
    image: `/img/ad/${at + 1}.svg`,
    startsAt: momentFrom(now, -1),
    endsAt: momentFrom(now, 3650),
    isForNewcomers: newcomersSlots.has(slot),
    sort: at,
  }));
}
