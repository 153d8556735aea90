import type { BuyState } from './buy-state-shape.ts';

/** The first row of rules 1, alone: public pages show it to every visitor, and carry no other row. */
export const loginState = {
  code: 'login',
  text: '登录后可见',
  action: '登录查看价格',
  reason: '价格仅对通过资质认证的采购单位开放，请登录或注册后查看',
  showsPrice: false,
} satisfies BuyState;
