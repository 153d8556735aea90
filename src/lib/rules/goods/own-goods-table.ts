/** The table in which a merchant changes prices, limits and shelves of its items (rules 18). */
import { goodsTable } from './goods-table.ts';
import { ownGoodsFields } from './own-goods.ts';

/** The table of prices, limits and shelves. */
export const ownGoodsTable = goodsTable('own-goods', ownGoodsFields, {
  price: ['单价', '价格', '批发价', 'price'],
  memberPrice: ['会员单价', '会员价格', 'member_price'],
  minQuantity: ['最小起订量', '起批量', '起售数量'],
  limitQuantity: ['单次限购', '每单限购量', '限购'],
  dayLimit: ['日限购', '每日限购量'],
  weekLimit: ['周限购', '每周限购量'],
  withCoupon: ['优惠券', '可用券'],
  isOnShelf: ['是否上架', '上架状态', '上下架'],
});
