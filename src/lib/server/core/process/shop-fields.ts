/**
 * The settings of the environment that identify the operator of the shop: the law requires pages, footer and help to show
 * them. They are the defaults of settings that are changed at a desk.
 */
import { z } from 'zod';
import { settingFields } from '../../../rules/site/setting-fields.ts';
import type { SettingKey } from '../../../rules/site/settings.ts';
import { keysOf, tableOf } from '../../../rules/terms/keys.ts';

interface ShopField {
  /** The setting of which it is the default: it has the Chinese name. */
  setting: SettingKey;
  example: string;
  /** The demo's value, which no real shop may show. */
  demo: string;
  /** A real shop starts without it. */
  isOptional?: true;
}

export const shopFields = {
  SHOP_COMPANY: {
    setting: 'company',
    example: '某某医药有限公司',
    demo: '湖北衡川医药有限公司',
  },
  SHOP_CREDIT_CODE: {
    setting: 'creditCode',
    example: '91420100MA4KXXXXXX',
    demo: '示范信用代码99990001',
  },
  SHOP_ADDRESS: {
    setting: 'address',
    example: '某省某市某区某路1号',
    demo: '湖北省武汉市示范区物流一路 107 号示范医药产业园 2 栋',
  },
  SHOP_HOTLINE: { setting: 'hotLine', example: '400-123-4567', demo: '400-000-1137' },
  SHOP_SERVICE_HOURS: {
    setting: 'serviceHours',
    example: '周一至周五 9:00–18:00',
    demo: '周一至周日 8:30–21:00',
  },
  SHOP_DRUG_LICENCE: {
    setting: 'drugLicence',
    example: '鄂AA0270001',
    demo: '示AA9990001',
  },
  SHOP_DRUG_INFO_LICENCE: {
    setting: 'drugInfoLicence',
    example: '(鄂)-经营性-2026-0001',
    demo: '(示)-经营性-9999-0001',
  },
  SHOP_DEVICE_FILING: {
    setting: 'deviceFiling',
    example: '(鄂)网械平台备字〔2026〕第00001号',
    demo: '(示)网械平台备字〔9999〕第00001号',
  },
  SHOP_DEVICE_LICENCE: {
    setting: 'deviceLicence',
    example: '鄂汉药监械经营许20260001号',
    demo: '示食药监械经营许9999001号',
    isOptional: true,
  },
  SHOP_FOOD_LICENCE: {
    setting: 'foodLicence',
    example: 'JY14201000000001',
    demo: '示JY99900010001',
    isOptional: true,
  },
  SHOP_TELECOM_LICENCE: {
    setting: 'telecomLicence',
    example: '鄂B2-20260001',
    demo: '示B2-99990001',
    isOptional: true,
  },
  SHOP_ICP: {
    setting: 'icp',
    example: '鄂ICP备2026000001号',
    demo: '示ICP备99990001号',
  },
} satisfies Record<string, ShopField>;

export type ShopKey = keyof typeof shopFields;

/** The fields in display order. */
export const shopKeys: readonly ShopKey[] = keysOf(shopFields);

export function shopField(key: ShopKey): ShopField & { name: string } {
  const field: ShopField = shopFields[key];
  return { ...field, name: settingFields[field.setting].label };
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
