/** The calls of every noun with the module that answers them, loaded when the first of them is made. */
import { accountsCalls } from '#lib/contract/accounts/calls.ts';
import { activitiesCalls } from '#lib/contract/activities.ts';
import { addressesCalls } from '#lib/contract/addresses.ts';
import { adsCalls } from '#lib/contract/ads.ts';
import { afterSaleCalls } from '#lib/contract/after-sale/calls.ts';
import { deskAfterSaleCalls } from '#lib/contract/after-sale/desk-schema.ts';
import { alertsCalls } from '#lib/contract/alerts.ts';
import { approvalsCalls } from '#lib/contract/approvals.ts';
import type { Call } from '#lib/contract/call.ts';
import { cartCalls } from '#lib/contract/cart/calls.ts';
import { changesCalls } from '#lib/contract/changes.ts';
import { chatCalls } from '#lib/contract/chat/calls.ts';
import { deskChatCalls } from '#lib/contract/chat/desk-calls.ts';
import { checkoutCalls } from '#lib/contract/checkout.ts';
import { closingCalls } from '#lib/contract/closing.ts';
import { companiesCalls } from '#lib/contract/companies/calls.ts';
import { contactCalls } from '#lib/contract/contact.ts';
import { contractsCalls } from '#lib/contract/contracts/calls.ts';
import { controlledCalls } from '#lib/contract/controlled.ts';
import { countersignCalls } from '#lib/contract/countersign.ts';
import { couponsCalls } from '#lib/contract/coupons.ts';
import { deskBulkCalls } from '#lib/contract/desk/bulk.ts';
import { deskFindCalls } from '#lib/contract/desk/find.ts';
import { deskListCalls } from '#lib/contract/desk/lists.ts';
import { deskViewCalls } from '#lib/contract/desk/views.ts';
import { favoritesCalls } from '#lib/contract/favorites.ts';
import { feedbackCalls } from '#lib/contract/feedback/calls.ts';
import { filesCalls } from '#lib/contract/files.ts';
import { firstDayCalls } from '#lib/contract/first-day.ts';
import { flowsCalls } from '#lib/contract/flows.ts';
import { goodsCalls } from '#lib/contract/goods/calls.ts';
import { homeCalls } from '#lib/contract/home.ts';
import { invoiceTitleCalls } from '#lib/contract/invoice-titles.ts';
import { invoicesCalls } from '#lib/contract/invoices.ts';
import { invoicesDeskCalls } from '#lib/contract/invoices-desk.ts';
import { lettersCalls } from '#lib/contract/letters.ts';
import { licencesCalls } from '#lib/contract/licences.ts';
import { liveCalls } from '#lib/contract/live/calls.ts';
import { deskLiveCalls } from '#lib/contract/live/desk-calls.ts';
import { lotsCalls } from '#lib/contract/lots.ts';
import { mallCalls } from '#lib/contract/mall.ts';
import { mallDeskCalls } from '#lib/contract/mall-desk.ts';
import { membersCalls } from '#lib/contract/members.ts';
import { merchantDeskCalls } from '#lib/contract/merchant-desk.ts';
import { merchantsCalls } from '#lib/contract/merchants.ts';
import { messagesCalls } from '#lib/contract/messages.ts';
import { noticesCalls } from '#lib/contract/notices.ts';
import { offersCalls } from '#lib/contract/offers/calls.ts';
import { onboardingCalls } from '#lib/contract/onboarding.ts';
import { ordersCalls } from '#lib/contract/orders/calls.ts';
import { ownDataCalls } from '#lib/contract/own-data.ts';
import { ownerChangesCalls } from '#lib/contract/owner-changes.ts';
import { papersCalls } from '#lib/contract/papers.ts';
import { passkeysCalls } from '#lib/contract/passkeys.ts';
import { paymentsCalls } from '#lib/contract/payments/calls.ts';
import { quickOrderCalls } from '#lib/contract/quick-order/calls.ts';
import { receivingCalls } from '#lib/contract/receiving.ts';
import { registrationCalls } from '#lib/contract/registration/calls.ts';
import { replenishCalls } from '#lib/contract/replenish.ts';
import { reviewCalls } from '#lib/contract/review.ts';
import { sessionsCalls } from '#lib/contract/sessions.ts';
import { settingsCalls } from '#lib/contract/settings.ts';
import { shellCalls } from '#lib/contract/shell/calls.ts';
import { shippingCalls } from '#lib/contract/shipping/calls.ts';
import { signInCalls } from '#lib/contract/sign-in.ts';
import { staffCalls } from '#lib/contract/staff.ts';
import { staffAccessCalls } from '#lib/contract/staff-access.ts';
import { stopsCalls } from '#lib/contract/stops.ts';
import { storesCalls } from '#lib/contract/stores/calls.ts';
import { tasksCalls } from '#lib/contract/tasks.ts';
import { templatesCalls } from '#lib/contract/templates.ts';
import { transfersCalls } from '#lib/contract/transfers/calls.ts';
import { walletCalls } from '#lib/contract/wallet/calls.ts';
import { wantedCalls } from '#lib/contract/wanted.ts';
import { wechatCalls } from '#lib/contract/wechat.ts';
import { wheelCalls } from '#lib/contract/wheel.ts';
import { wheelDeskCalls } from '#lib/contract/wheel-desk.ts';
import type { Handlers } from '../core/calls/handlers.ts';

interface Noun {
  calls: Readonly<Record<string, Call>>;
  load: () => Promise<Handlers>;
}

export const nouns: readonly Noun[] = [
  {
    calls: accountsCalls,
    load: async () => (await import('../accounts/handlers.ts')).accountsHandlers,
  },
  {
    calls: activitiesCalls,
    load: async () => (await import('../activities/handlers.ts')).activitiesHandlers,
  },
  {
    calls: addressesCalls,
    load: async () => (await import('../addresses/handlers.ts')).addressesHandlers,
  },
  { calls: adsCalls, load: async () => (await import('../site/handlers.ts')).adsHandlers },
  {
    calls: afterSaleCalls,
    load: async () => (await import('../after-sale/handlers.ts')).afterSaleHandlers,
  },
  {
    calls: deskAfterSaleCalls,
    load: async () => (await import('../after-sale/handlers.ts')).deskAfterSaleHandlers,
  },
  {
    calls: invoiceTitleCalls,
    load: async () => (await import('../invoices/title-handlers.ts')).invoiceTitleHandlers,
  },
  { calls: alertsCalls, load: async () => (await import('../wanted/handlers.ts')).alertsHandlers },
  {
    calls: approvalsCalls,
    load: async () => (await import('../members/handlers.ts')).approvalsHandlers,
  },
  { calls: cartCalls, load: async () => (await import('../cart/handlers.ts')).cartHandlers },
  {
    calls: changesCalls,
    load: async () => (await import('../changes/handlers.ts')).changesHandlers,
  },
  {
    calls: checkoutCalls,
    load: async () => (await import('../cart/handlers.ts')).checkoutHandlers,
  },
  {
    calls: closingCalls,
    load: async () => (await import('../own-data/handlers.ts')).closingHandlers,
  },
  {
    calls: companiesCalls,
    load: async () => (await import('../companies/handlers.ts')).companiesHandlers,
  },
  {
    calls: contactCalls,
    load: async () => (await import('../merchants/handlers.ts')).contactHandlers,
  },
  {
    calls: contractsCalls,
    load: async () => (await import('../contracts/handlers.ts')).contractsHandlers,
  },
  {
    calls: controlledCalls,
    load: async () => (await import('../companies/handlers.ts')).controlledHandlers,
  },
  {
    calls: countersignCalls,
    load: async () => (await import('../countersign/handlers.ts')).countersignHandlers,
  },
  {
    calls: couponsCalls,
    load: async () => (await import('../coupons/handlers.ts')).couponsHandlers,
  },
  {
    calls: deskBulkCalls,
    load: async () => {
      const { servedLists } = await import('./desk-lists.ts');
      return (await import('../desk/list/bulk-handlers.ts')).bulkHandlers(servedLists);
    },
  },
  { calls: deskFindCalls, load: async () => (await import('../desk/find-handlers.ts')).deskFindHandlers },
  { calls: deskViewCalls, load: async () => (await import('../desk/view-handlers.ts')).deskViewHandlers },
  { calls: deskListCalls, load: async () => (await import('./desk-lists.ts')).deskListHandlers },
  {
    calls: favoritesCalls,
    load: async () => (await import('../wanted/handlers.ts')).favoritesHandlers,
  },
  {
    calls: feedbackCalls,
    load: async () => (await import('../feedback/handlers.ts')).feedbackHandlers,
  },
  { calls: filesCalls, load: async () => (await import('../files/handlers.ts')).filesHandlers },
  { calls: goodsCalls, load: async () => (await import('../goods/handlers.ts')).goodsHandlers },
  { calls: settingsCalls, load: async () => (await import('../settings/handlers.ts')).settingsHandlers },
  { calls: firstDayCalls, load: async () => (await import('../first-day/handlers.ts')).firstDayHandlers },
  { calls: homeCalls, load: async () => (await import('../home/handlers.ts')).homeHandlers },
  { calls: invoicesCalls, load: async () => (await import('../invoices/handlers.ts')).invoicesHandlers },
  {
    calls: invoicesDeskCalls,
    load: async () => (await import('../invoices/handlers.ts')).invoicesDeskHandlers,
  },
  { calls: chatCalls, load: async () => (await import('../chat/handlers.ts')).chatHandlers },
  { calls: liveCalls, load: async () => (await import('../live/handlers.ts')).liveHandlers },
  { calls: deskChatCalls, load: async () => (await import('../chat/handlers.ts')).deskChatHandlers },
  { calls: lettersCalls, load: async () => (await import('../letters/handlers.ts')).lettersHandlers },
  { calls: deskLiveCalls, load: async () => (await import('../live/desk-handlers.ts')).deskLiveHandlers },
  {
    calls: licencesCalls,
    load: async () => (await import('../licences/handlers.ts')).licencesHandlers,
  },
  { calls: lotsCalls, load: async () => (await import('../lots/handlers.ts')).lotsHandlers },
  {
    calls: membersCalls,
    load: async () => (await import('../members/handlers.ts')).membersHandlers,
  },
  {
    calls: merchantsCalls,
    load: async () => (await import('../merchants/handlers.ts')).merchantsHandlers,
  },
  {
    calls: merchantDeskCalls,
    load: async () => (await import('../merchants/handlers.ts')).merchantDeskHandlers,
  },
  {
    calls: messagesCalls,
    load: async () => (await import('../messages/handlers.ts')).messagesHandlers,
  },
  {
    calls: noticesCalls,
    load: async () => (await import('../desk/notice-handlers.ts')).noticesHandlers,
  },
  { calls: offersCalls, load: async () => (await import('../offers/handlers.ts')).offersHandlers },
  {
    calls: onboardingCalls,
    load: async () => (await import('../onboarding/handlers.ts')).onboardingHandlers,
  },
  { calls: ordersCalls, load: async () => (await import('../orders/handlers.ts')).ordersHandlers },
  {
    calls: ownDataCalls,
    load: async () => (await import('../own-data/handlers.ts')).ownDataHandlers,
  },
  {
    calls: ownerChangesCalls,
    load: async () => (await import('../owner-changes/handlers.ts')).ownerChangesHandlers,
  },
  {
    calls: papersCalls,
    load: async () => (await import('../companies/handlers.ts')).papersHandlers,
  },
  {
    calls: passkeysCalls,
    load: async () => (await import('../accounts/handlers.ts')).passkeysHandlers,
  },
  {
    calls: paymentsCalls,
    load: async () => (await import('../paying/handlers.ts')).paymentsHandlers,
  },
  {
    calls: quickOrderCalls,
    load: async () => (await import('../quick-order/handlers.ts')).quickOrderHandlers,
  },
  {
    calls: receivingCalls,
    load: async () => (await import('../receiving/handlers.ts')).receivingHandlers,
  },
  {
    calls: registrationCalls,
    load: async () => (await import('../accounts/handlers.ts')).registrationHandlers,
  },
  {
    calls: replenishCalls,
    load: async () => (await import('../quick-order/handlers.ts')).replenishHandlers,
  },
  {
    calls: reviewCalls,
    load: async () => (await import('../companies/handlers.ts')).reviewHandlers,
  },
  {
    calls: sessionsCalls,
    load: async () => (await import('../accounts/handlers.ts')).sessionsHandlers,
  },
  { calls: shellCalls, load: async () => (await import('../site/handlers.ts')).shellHandlers },
  {
    calls: shippingCalls,
    load: async () => (await import('../shipping/handlers.ts')).shippingHandlers,
  },
  { calls: staffCalls, load: async () => (await import('../staff/handlers.ts')).staffHandlers },
  { calls: staffAccessCalls, load: async () => (await import('../staff/handlers.ts')).staffAccessHandlers },
  { calls: tasksCalls, load: async () => (await import('../points/task-handlers.ts')).tasksHandlers },
  { calls: stopsCalls, load: async () => (await import('../quality/stop-handlers.ts')).stopsHandlers },
  { calls: storesCalls, load: async () => (await import('../stores/handlers.ts')).storesHandlers },
  {
    calls: templatesCalls,
    load: async () => (await import('../templates/handlers.ts')).templatesHandlers,
  },
  {
    calls: transfersCalls,
    load: async () => (await import('../transfers/handlers.ts')).transfersHandlers,
  },
  { calls: mallDeskCalls, load: async () => (await import('../mall/handlers.ts')).mallDeskHandlers },
  { calls: mallCalls, load: async () => (await import('../mall/handlers.ts')).mallHandlers },
  { calls: signInCalls, load: async () => (await import('../points/handlers.ts')).signInHandlers },
  { calls: walletCalls, load: async () => (await import('../wallet/handlers.ts')).walletHandlers },
  { calls: wantedCalls, load: async () => (await import('../wanted/handlers.ts')).wantedHandlers },
  { calls: flowsCalls, load: async () => (await import('../flows/handlers.ts')).flowsHandlers },
  { calls: wheelCalls, load: async () => (await import('../draws/handlers.ts')).wheelHandlers },
  { calls: wheelDeskCalls, load: async () => (await import('../draws/handlers.ts')).wheelDeskHandlers },
  { calls: wechatCalls, load: async () => (await import('../accounts/handlers.ts')).wechatHandlers },
];
