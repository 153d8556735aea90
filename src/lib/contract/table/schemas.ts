/** Input and output of every call, for the server and its tests: it includes zod, so no browser imports it. */

import { accountBookSchemas } from '../account-book/schema.ts';
import { accountsSchemas } from '../accounts/schema.ts';
import { activitiesSchemas } from '../activities/schema.ts';
import { addressesSchemas } from '../addresses/schema.ts';
import { adsSchemas } from '../ads/schema.ts';
import { deskAfterSaleSchemas } from '../after-sale/desk-schema.ts';
import { afterSaleSchemas } from '../after-sale/schema.ts';
import { alertsSchemas } from '../alerts/schema.ts';
import { approvalsSchemas } from '../approvals/schema.ts';
import { auditSchemas } from '../audit/schema.ts';
import { billsSchemas } from '../bills/schema.ts';
import type { SchemasOf } from '../call.ts';
import { cartSchemas } from '../cart/schema.ts';
import { checkoutSchemas } from '../checkout/schema.ts';
import { closingSchemas } from '../closing/schema.ts';
import { companiesSchemas } from '../companies/schema.ts';
import { contactSchemas } from '../contact/schema.ts';
import { controlledSchemas } from '../controlled/schema.ts';
import { countersignSchemas } from '../countersign/schema.ts';
import { couponsSchemas } from '../coupons/schema.ts';
import { eventsSchemas } from '../events/schema.ts';
import { favoritesSchemas } from '../favorites/schema.ts';
import { feedbackSchemas } from '../feedback/schema.ts';
import { filesSchemas } from '../files/schema.ts';
import { goodsSchemas } from '../goods/schema.ts';
import { jobsSchemas } from '../jobs/schema.ts';
import { licencesSchemas } from '../licences/schema.ts';
import { lotsSchemas } from '../lots/schema.ts';
import { membersSchemas } from '../members/schema.ts';
import { merchantsSchemas } from '../merchants/schema.ts';
import { messagesSchemas } from '../messages/schema.ts';
import { noticesSchemas } from '../notices/schema.ts';
import { offersSchemas } from '../offers/schema.ts';
import { onboardingSchemas } from '../onboarding/schema.ts';
import { ordersSchemas } from '../orders/schema.ts';
import { ownDataSchemas } from '../own-data/schema.ts';
import { ownerChangesSchemas } from '../owner-changes/schema.ts';
import { papersSchemas } from '../papers/schema.ts';
import { passkeysSchemas } from '../passkeys/schema.ts';
import { paymentsSchemas } from '../payments/schema.ts';
import { quickOrderSchemas } from '../quick-order/schema.ts';
import { receivingSchemas } from '../receiving/schema.ts';
import { refundsSchemas } from '../refunds/schema.ts';
import { registrationSchemas } from '../registration/schema.ts';
import { replenishSchemas } from '../replenish/schema.ts';
import { reviewSchemas } from '../review/schema.ts';
import { sessionsSchemas } from '../sessions/schema.ts';
import { shellSchemas } from '../shell/schema.ts';
import { shippingSchemas } from '../shipping/schema.ts';
import { staffSchemas } from '../staff/schema.ts';
import { stopsSchemas } from '../stops/schema.ts';
import { storesSchemas } from '../stores/schema.ts';
import { templatesSchemas } from '../templates/schema.ts';
import { trackingSchemas } from '../tracking/schema.ts';
import { transfersSchemas } from '../transfers/schema.ts';
import { walletSchemas } from '../wallet/schema.ts';
import { wantedSchemas } from '../wanted/schema.ts';
import { wechatSchemas } from '../wechat/schema.ts';
import type { api } from './api.ts';

export const schemas = {
  ...shellSchemas,
  ...adsSchemas,
  ...accountsSchemas,
  ...sessionsSchemas,
  ...passkeysSchemas,
  ...filesSchemas,
  ...papersSchemas,
  ...registrationSchemas,
  ...wechatSchemas,
  ...membersSchemas,
  ...storesSchemas,
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
  ...receivingSchemas,
  ...shippingSchemas,
  ...licencesSchemas,
  ...contactSchemas,
  ...stopsSchemas,
  ...lotsSchemas,
  ...onboardingSchemas,
  ...approvalsSchemas,
  ...paymentsSchemas,
  ...countersignSchemas,
  ...transfersSchemas,
  ...refundsSchemas,
  ...jobsSchemas,
  ...accountBookSchemas,
  ...billsSchemas,
  ...trackingSchemas,
  ...walletSchemas,
  ...couponsSchemas,
  ...controlledSchemas,
  ...wantedSchemas,
  ...feedbackSchemas,
  ...afterSaleSchemas,
  ...deskAfterSaleSchemas,
  ...closingSchemas,
  ...ownDataSchemas,
  ...ownerChangesSchemas,
  ...favoritesSchemas,
  ...messagesSchemas,
  ...alertsSchemas,
  ...eventsSchemas,
  ...noticesSchemas,
  ...staffSchemas,
  ...auditSchemas,
  ...companiesSchemas,
  ...reviewSchemas,
} satisfies { [K in keyof typeof api]: SchemasOf<(typeof api)[K]> };
