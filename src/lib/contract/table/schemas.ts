/** What every call takes and answers, for the server and its tests: it brings zod, so no browser imports it. */
import { accountsSchemas } from '../accounts/schema.ts';
import { activitiesSchemas } from '../activities/schema.ts';
import { addressesSchemas } from '../addresses/schema.ts';
import { adsSchemas } from '../ads/schema.ts';
import { alertsSchemas } from '../alerts/schema.ts';
import { auditSchemas } from '../audit/schema.ts';
import type { SchemasOf } from '../call.ts';
import { cartSchemas } from '../cart/schema.ts';
import { checkoutSchemas } from '../checkout/schema.ts';
import { companiesSchemas } from '../companies/schema.ts';
import { controlledSchemas } from '../controlled/schema.ts';
import { couponsSchemas } from '../coupons/schema.ts';
import { eventsSchemas } from '../events/schema.ts';
import { favoritesSchemas } from '../favorites/schema.ts';
import { goodsSchemas } from '../goods/schema.ts';
import { merchantsSchemas } from '../merchants/schema.ts';
import { messagesSchemas } from '../messages/schema.ts';
import { offersSchemas } from '../offers/schema.ts';
import { ordersSchemas } from '../orders/schema.ts';
import { paymentsSchemas } from '../payments/schema.ts';
import { quickOrderSchemas } from '../quick-order/schema.ts';
import { replenishSchemas } from '../replenish/schema.ts';
import { sessionsSchemas } from '../sessions/schema.ts';
import { shellSchemas } from '../shell/schema.ts';
import { staffSchemas } from '../staff/schema.ts';
import { templatesSchemas } from '../templates/schema.ts';
import { walletSchemas } from '../wallet/schema.ts';
import { wantedSchemas } from '../wanted/schema.ts';
import type { api } from './api.ts';

export const schemas = {
  ...shellSchemas,
  ...adsSchemas,
  ...accountsSchemas,
  ...sessionsSchemas,
  ...offersSchemas,
  ...goodsSchemas,
  ...merchantsSchemas,
  ...cartSchemas,
  ...checkoutSchemas,
  ...activitiesSchemas,
  ...quickOrderSchemas,
  ...templatesSchemas,
  ...replenishSchemas,
  ...addressesSchemas,
  ...ordersSchemas,
  ...paymentsSchemas,
  ...walletSchemas,
  ...couponsSchemas,
  ...controlledSchemas,
  ...wantedSchemas,
  ...favoritesSchemas,
  ...messagesSchemas,
  ...alertsSchemas,
  ...eventsSchemas,
  ...staffSchemas,
  ...auditSchemas,
  ...companiesSchemas,
} satisfies { [K in keyof typeof api]: SchemasOf<(typeof api)[K]> };
