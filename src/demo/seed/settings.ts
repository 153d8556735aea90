/** The demo's settings. */
import { shopFields } from '#lib/server/core/process/shop-fields.ts';
import type { siteSetting } from '#lib/server/db/schema.ts';

type Setting = typeof siteSetting.$inferInsert;

const settings: Record<string, unknown> = {
  hotSearches: ['阿莫西林', '感冒灵', '布洛芬', '蒙脱石散', '血压计', '六味地黄丸', '黄芪', '口罩'],
  // Visitors of the demo need no authenticator for a merchant's desk.
  merchantsNeedTotp: false,
  hotLine: shopFields.SHOP_HOTLINE.demo,
  qq1: '99990001',
  qq2: '99990002',
  elevenUrl: '/activity/eleven/jz/fanchang',
  marquee: [
    '平台仅向取得合法资质的药品经营企业和医疗机构供货，请勿转售个人。',
    '收货时请核对品名、批号、有效期与随货同行单，破损少发请在签收后七天内致电客服。',
    '找不到的品种可以发布求购，采购团队帮您联系商家寻货。',
  ],
};

/** The site settings, as site/settings.ts reads them. */
export function settingValues(): Setting[] {
  return Object.entries(settings).map(([key, value]) => ({ key, value }));
}
