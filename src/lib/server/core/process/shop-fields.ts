/** The settings that identify the operator of the shop: the law requires pages, footer and help to show them. */
import { z } from 'zod';
import { keysOf, tableOf } from '../../../rules/terms/keys.ts';

interface ShopField {
  /** The Chinese name of the field in messages and on pages. */
  name: string;
  example: string;
  /** The demo's value, which no real shop may show. */
  demo: string;
  /** A real shop starts without it. */
  isOptional?: true;
  /** A number of a licence or a filing: shown in the footer and on 网站资质, after `name`. */
  isLicence?: true;
}

export const shopFields = {
  SHOP_COMPANY: {
    name: '运营主体名称',
    example: '某某医药有限公司',
    demo: '湖北衡川医药有限公司',
  },
  SHOP_CREDIT_CODE: {
    name: '统一社会信用代码',
    example: '91420100MA4KXXXXXX',
    demo: '示范信用代码99990001',
  },
  SHOP_ADDRESS: {
    name: '通信地址',
    example: '某省某市某区某路1号',
    demo: '湖北省武汉市示范区物流一路 107 号示范医药产业园 2 栋',
  },
  SHOP_HOTLINE: { name: '客服热线', example: '400-123-4567', demo: '400-000-1137' },
  SHOP_SERVICE_HOURS: { name: '客服时间', example: '周一至周五 9:00–18:00', demo: '周一至周日 8:30–21:00' },
  SHOP_DRUG_LICENCE: {
    name: '药品经营许可证',
    example: '鄂AA0270001',
    demo: '示AA9990001',
    isLicence: true,
  },
  SHOP_DRUG_INFO_LICENCE: {
    name: '互联网药品信息服务资格证书',
    example: '(鄂)-经营性-2026-0001',
    demo: '(示)-经营性-9999-0001',
    isLicence: true,
  },
  SHOP_DEVICE_FILING: {
    name: '医疗器械网络交易服务第三方平台备案',
    example: '(鄂)网械平台备字〔2026〕第00001号',
    demo: '(示)网械平台备字〔9999〕第00001号',
    isLicence: true,
  },
  SHOP_DEVICE_LICENCE: {
    name: '医疗器械经营许可证',
    example: '鄂汉药监械经营许20260001号',
    demo: '示食药监械经营许9999001号',
    isOptional: true,
    isLicence: true,
  },
  SHOP_FOOD_LICENCE: {
    name: '食品经营许可证',
    example: 'JY14201000000001',
    demo: '示JY99900010001',
    isOptional: true,
    isLicence: true,
  },
  SHOP_TELECOM_LICENCE: {
    name: '增值电信业务经营许可证',
    example: '鄂B2-20260001',
    demo: '示B2-99990001',
    isOptional: true,
    isLicence: true,
  },
  SHOP_ICP: {
    name: '网站备案',
    example: '鄂ICP备2026000001号',
    demo: '示ICP备99990001号',
    isLicence: true,
  },
} satisfies Record<string, ShopField>;

export type ShopKey = keyof typeof shopFields;

/** The fields in display order. */
export const shopKeys: readonly ShopKey[] = keysOf(shopFields);

export function shopField(key: ShopKey): ShopField {
  return shopFields[key];
}

const text = z.string().trim().max(100, '最多 100 个字').optional();

/** The shapes of the settings; whether one is required depends on the demo and is checked at the start. */
export const shopShapes = {
  ...tableOf(shopKeys, () => text),
  SHOP_HOTLINE: z
    .string()
    .trim()
    .regex(/^[\d+][\d -]{4,19}$/, '应为电话号码，只用数字、空格和短横线')
    .optional(),
};
