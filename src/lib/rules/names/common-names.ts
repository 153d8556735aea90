/**
 * Colloquial names of items with other registered names: devices, disinfectants, infusions. Source: general knowledge
 * of the trade, not yet read by a pharmacist (README.md next to this).
 */
export const commonNames = {
  '~创口贴': '创可贴 邦迪 邦迪创可贴',
  '~人绒毛膜促性腺激素检测': '验孕棒 早孕试纸 验孕试纸',
  '~促黄体生成素检测': '排卵试纸',
  '~避孕套': '安全套',
  '~特定电磁波治疗器': '神灯',
  '~笔式胰岛素注射器': '胰岛素笔',
  '~乙醇消毒液': '酒精 医用酒精 消毒酒精',
  '~过氧化氢消毒液': '双氧水',
  '~含氯消毒液': '84消毒液 八四消毒液',
  '~0.9%氯化钠注射液': '生理盐水',
  '~葡萄糖氯化钠注射液': '糖盐水 葡萄糖盐水',
  '~正红花油': '红花油',
  '~川贝枇杷膏': '枇杷膏 念慈菴',
  '~末梢采血针': '采血针',
  '~针灸针': '银针',
  '~静脉曲张袜': '弹力袜',
  '~腰部固定带': '护腰',
  '~隔离面罩': '防护面屏',
  '~退热贴': '退烧贴',
  '~血氧仪': '血氧夹',
  '~红外额温计': '额温枪',
  '~红外耳温计': '耳温枪',
} as const;
