/**
 * The call table, once for both sides: the calls of every noun. Every row has its file under src/pages/api and back
 * (tests/arch).
 */

import { accountsCalls } from './accounts/calls.ts';
import { activitiesCalls } from './activities.ts';
import { addressesCalls } from './addresses.ts';
import { adsCalls } from './ads.ts';
import { afterSaleCalls } from './after-sale/calls.ts';
import { deskAfterSaleCalls } from './after-sale/desk-schema.ts';
import { alertsCalls } from './alerts.ts';
import { approvalsCalls } from './approvals.ts';
import { cartCalls } from './cart/calls.ts';
import { changesCalls } from './changes.ts';
import { chatCalls } from './chat/calls.ts';
import { deskChatCalls } from './chat/desk-calls.ts';
import { checkoutCalls } from './checkout.ts';
import { closingCalls } from './closing.ts';
import { companiesCalls } from './companies/calls.ts';
import { contactCalls } from './contact.ts';
import { contractsCalls } from './contracts/calls.ts';
import { controlledCalls } from './controlled.ts';
import { countersignCalls } from './countersign.ts';
import { couponsCalls } from './coupons.ts';
import { deskBulkCalls } from './desk/bulk.ts';
import { deskFindCalls } from './desk/find.ts';
import { deskListCalls } from './desk/lists.ts';
import { deskViewCalls } from './desk/views.ts';
import { eventsCalls } from './events/calls.ts';
import { favoritesCalls } from './favorites.ts';
import { feedbackCalls } from './feedback/calls.ts';
import { figuresCalls } from './figures.ts';
import { filesCalls } from './files.ts';
import { firstDayCalls } from './first-day.ts';
import { flowsCalls } from './flows.ts';
import { goodsCalls } from './goods/calls.ts';
import { homeCalls } from './home.ts';
import { invoiceTitleCalls } from './invoice-titles.ts';
import { invoicesCalls } from './invoices.ts';
import { invoicesDeskCalls } from './invoices-desk.ts';
import { lettersCalls } from './letters.ts';
import { licencesCalls } from './licences.ts';
import { liveCalls } from './live/calls.ts';
import { deskLiveCalls } from './live/desk-calls.ts';
import { liveNoticeCalls } from './live/notices.ts';
import { lotsCalls } from './lots.ts';
import { mallCalls } from './mall.ts';
import { mallDeskCalls } from './mall-desk.ts';
import { membersCalls } from './members.ts';
import { merchantDeskCalls } from './merchant-desk.ts';
import { merchantsCalls } from './merchants.ts';
import { messagesCalls } from './messages.ts';
import { noticesCalls } from './notices.ts';
import { offersCalls } from './offers/calls.ts';
import { onboardingCalls } from './onboarding.ts';
import { ordersCalls } from './orders/calls.ts';
import { ownDataCalls } from './own-data.ts';
import { ownerChangesCalls } from './owner-changes.ts';
import { papersCalls } from './papers.ts';
import { passkeysCalls } from './passkeys.ts';
import { paymentsCalls } from './payments/calls.ts';
import { pointsReportCalls } from './points-report.ts';
import { quickOrderCalls } from './quick-order/calls.ts';
import { receivingCalls } from './receiving.ts';
import { registrationCalls } from './registration/calls.ts';
import { replenishCalls } from './replenish.ts';
import { reviewCalls } from './review.ts';
import { sessionsCalls } from './sessions.ts';
import { settingsCalls } from './settings.ts';
import { shellCalls } from './shell/calls.ts';
import { shippingCalls } from './shipping/calls.ts';
import { signInCalls } from './sign-in.ts';
import { staffCalls } from './staff.ts';
import { staffAccessCalls } from './staff-access.ts';
import { stopsCalls } from './stops.ts';
import { storesCalls } from './stores/calls.ts';
import { tasksCalls } from './tasks.ts';
import { templatesCalls } from './templates.ts';
import { trackingCalls } from './tracking.ts';
import { transfersCalls } from './transfers/calls.ts';
import { walletCalls } from './wallet/calls.ts';
import { wantedCalls } from './wanted.ts';
import { wechatCalls } from './wechat.ts';
import { wheelCalls } from './wheel.ts';
import { wheelDeskCalls } from './wheel-desk.ts';

export const api = {
  ...shellCalls,
  ...adsCalls,
  ...accountsCalls,
  ...sessionsCalls,
  ...signInCalls,
  ...mallCalls,
  ...mallDeskCalls,
  ...flowsCalls,
  ...wheelCalls,
  ...wheelDeskCalls,
  ...passkeysCalls,
  ...filesCalls,
  ...figuresCalls,
  ...pointsReportCalls,
  ...papersCalls,
  ...registrationCalls,
  ...wechatCalls,
  ...membersCalls,
  ...storesCalls,
  ...offersCalls,
  ...goodsCalls,
  ...merchantsCalls,
  ...merchantDeskCalls,
  ...cartCalls,
  ...changesCalls,
  ...checkoutCalls,
  ...activitiesCalls,
  ...quickOrderCalls,
  ...templatesCalls,
  ...replenishCalls,
  ...homeCalls,
  ...addressesCalls,
  ...ordersCalls,
  ...receivingCalls,
  ...invoiceTitleCalls,
  ...invoicesCalls,
  ...invoicesDeskCalls,
  ...shippingCalls,
  ...chatCalls,
  ...deskChatCalls,
  ...liveCalls,
  ...lettersCalls,
  ...licencesCalls,
  ...deskLiveCalls,
  ...contactCalls,
  ...stopsCalls,
  ...tasksCalls,
  ...liveNoticeCalls,
  ...lotsCalls,
  ...onboardingCalls,
  ...approvalsCalls,
  ...paymentsCalls,
  ...countersignCalls,
  ...transfersCalls,
  ...settingsCalls,
  ...firstDayCalls,
  ...trackingCalls,
  ...walletCalls,
  ...couponsCalls,
  ...contractsCalls,
  ...controlledCalls,
  ...wantedCalls,
  ...feedbackCalls,
  ...afterSaleCalls,
  ...deskAfterSaleCalls,
  ...closingCalls,
  ...ownDataCalls,
  ...ownerChangesCalls,
  ...favoritesCalls,
  ...messagesCalls,
  ...alertsCalls,
  ...eventsCalls,
  ...noticesCalls,
  ...staffCalls,
  ...staffAccessCalls,
  ...deskListCalls,
  ...deskBulkCalls,
  ...deskFindCalls,
  ...deskViewCalls,
  ...companiesCalls,
  ...reviewCalls,
};
