/** What the demo's counterpart does with an invoice or a red form: decided by the last two digits of its amount in fen. */

export const demoFates = {
  41: 'late',
  42: 'twice',
  43: 'silent',
  44: 'refused',
  45: 'quota',
  46: 'lost',
  47: 'unsealed',
  48: 'void',
  49: 'session',
  51: 'confirmed',
  52: 'denied',
  53: 'lapsed',
  54: 'unaccepted',
  55: 'abnormal',
  56: 'status',
  57: 'rejected',
  58: 'rebated',
} as const;
export type DemoFate = (typeof demoFates)[keyof typeof demoFates] | 'plain';

/** What becomes of an amount. */
export function demoFate(gross: number): DemoFate {
  const fen = Math.abs(gross) % 100;
  const fates: Readonly<Record<number, DemoFate>> = demoFates;
  return fates[fen] ?? 'plain';
}

/** For people who try it out. */
export const demoHint =
  '演示环境的发票不是真实发票。价税合计以下列分数结尾时：0.41 半分钟后才开出，0.42 通知两次，0.43 不通知，0.44 被拒绝，0.45 额度不足，0.46 第一次应答丢失，0.47 先签章失败，0.48 被作废，0.49 须先扫码登录；红字确认单 0.51 待购方确认后开出，0.52 被购方否认，0.53 超时作废，0.54 申请失败，0.55 异常凭证，0.56 纳税人状态异常，0.57 拒收，0.58 已退税';

/** From the order to the invoice, ms; and for the late ones. */
export const demoDelay = 2000;
export const demoLateDelay = 30_000;
/** How long a red form waits for the other side in the demo, ms: a real one has 72 hours. */
export const demoAnswerAfter = 60_000;
/** From the code to the drawer's scan, ms; how long the session lasts then. */
export const demoScanAfter = 5000;
export const demoSessionFor = 12 * 3_600_000;
