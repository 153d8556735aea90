/**
 * The allowed keys of database columns, by column. Each comes from its rule, so that the checks of the database and the
 * code cannot diverge; a test compares both.
 */

import { allBulkRowStates, allBulkStates } from '../changes/bulk-run.ts';
import { changeSources, changeSubjects } from '../changes/set-source.ts';
import { allRowStates, allSetStates } from '../changes/set-state.ts';
import { cardKinds } from '../chat/cards.ts';
import { allWordActions } from '../chat/sensitive.ts';
import { chatSides, eventKinds, messageStates, senderKinds } from '../chat/talk.ts';
import { allActKinds } from '../companies/act-kinds.ts';
import { allActStates } from '../companies/act-states.ts';
import { actorKinds } from '../companies/actors.ts';
import { applicationKinds, applicationStates, paperStates } from '../companies/application.ts';
import { companyStates } from '../companies/company-state.ts';
import { feedbackKindKeys, feedbackStatuses } from '../companies/feedback-state.ts';
import { grantStatuses } from '../companies/grant-state.ts';
import { allLetterStates } from '../companies/letters.ts';
import { licenceKindKeys, renewalStates } from '../companies/licences.ts';
import { mutableKinds } from '../companies/message-kinds.ts';
import { onboardingKindKeys } from '../companies/onboarding.ts';
import { ownerChangePaperKinds, ownerChangeStates } from '../companies/owner-change.ts';
import { allProposalStates } from '../companies/price-proposal.ts';
import { buyerTypes, paperNames, scopeCodes } from '../companies/qualification.ts';
import { registrationForms } from '../companies/registration.ts';
import { roles } from '../companies/roles.ts';
import { staffRoles, staffSides } from '../companies/staff.ts';
import { textKinds } from '../companies/text-kinds.ts';
import { wantedStatuses } from '../companies/wanted-state.ts';
import { contractActKeys } from '../contracts/acts.ts';
import { contractAskKeys, contractKindKeys, contractStepKeys } from '../contracts/kinds.ts';
import { contractStateKeys } from '../contracts/state.ts';
import { allFlowCauses } from '../flows/causes.ts';
import { deliveryStateKeys, deliveryWayKeys } from '../invoices/delivery.ts';
import {
  allInvoiceStates,
  invoiceActKeys,
  invoiceAskers,
  invoiceColors,
  invoiceFileKinds,
  invoiceFormKeys,
} from '../invoices/invoice-state.ts';
import { allRedStates, redRaisers, redReasonKeys } from '../invoices/red-state.ts';
import { taxPolicyKeys } from '../invoices/tax.ts';
import { invoiceKindKeys } from '../invoices/titles.ts';
import { allRoomStates } from '../live/room.ts';
import { liveEventKinds, questionStates } from '../live/timeline.ts';
import { bookAccounts, bookCauses, sumSpans } from '../money/bookings.ts';
import { paymentPurposes } from '../money/top-up.ts';
import { afterSaleStages } from '../orders/after-sale.ts';
import { afterSaleKindKeys, afterSaleSides, afterSaleStates } from '../orders/after-sale-state.ts';
import { billKinds, billProblemKeys } from '../orders/bill.ts';
import { importRowStates } from '../orders/lot-import.ts';
import { lotMoves } from '../orders/lots.ts';
import { orderLineKinds } from '../orders/order-lines.ts';
import { orderStatuses } from '../orders/order-state.ts';
import { parcelStateKeys } from '../orders/parcel-state.ts';
import { paymentStates } from '../orders/payment-state.ts';
import { allRefundStates } from '../orders/refund-state.ts';
import { remoteStates } from '../orders/remote-state.ts';
import { allRerouteStates, allRerouteWays } from '../orders/reroute.ts';
import { answerStates } from '../orders/statements.ts';
import { allTransferStates } from '../orders/transfer-state.ts';
import { limitPeriodKeys, mallKindKeys } from '../points/mall.ts';
import { pointsUses } from '../points/points.ts';
import { pointsCaseStateKeys, pointsOrderStateKeys } from '../points/points-orders.ts';
import { merchantWords, taskKinds, taskPayers } from '../points/tasks.ts';
import { activityKinds, activityRoles } from '../promotions/activity-kinds.ts';
import { lineKinds } from '../terms/asked.ts';
import { keysOf } from '../terms/keys.ts';
import { ladderKinds } from '../terms/terms.ts';
import { prizeKinds } from '../wheel/prizes.ts';
import { chanceSources } from '../wheel/wheel.ts';
import { listViews } from './list-views.ts';

export const columnWords = {
  'company.status': keysOf(companyStates),
  'company.buyer_type': keysOf(buyerTypes),
  'company_scope.scope': scopeCodes,
  'paper.kind': keysOf(paperNames),
  'merchant_paper.kind': keysOf(paperNames),
  'paper.status': keysOf(paperStates),
  'company_application.kind': applicationKinds,
  'company_application.status': keysOf(applicationStates),
  'stored_file.kind': ['image', 'pdf'],
  'merchant_file.kind': ['test_report', 'seal', 'onboarding', 'licence', 'contract_seal'],
  'licence_renewal.kind': licenceKindKeys,
  'licence_renewal.state': keysOf(renewalStates),
  'onboarding_paper.kind': onboardingKindKeys,
  'onboarding_paper.ending': ['replaced', 'removed'],
  'onboarding_wish.kind': onboardingKindKeys,
  'owner_change.state': ownerChangeStates,
  'owner_change_file.kind': ownerChangePaperKinds,
  'member.role': roles,
  'member.list_view': listViews,
  'registration.form': registrationForms,
  'member_invite.role': roles,
  'controlled_grant.status': grantStatuses,
  'activity.kind': activityKinds,
  'activity_goods.role': activityRoles,
  'coupon.kind': ['coupon', 'voucher'],
  'company_coupon.status': ['unused', 'held', 'used'],
  'trade.kind': ['normal', 'flash', 'group_buy'],
  'order.status': orderStatuses,
  'order_event.from_status': orderStatuses,
  'order_event.to_status': orderStatuses,
  'order_event.actor': actorKinds,
  'audit_log.actor': actorKinds,
  'cart_line.kind': lineKinds,
  'order_line.kind': orderLineKinds,
  'payment.status': keysOf(paymentStates),
  'bill_line.kind': billKinds,
  'flow_break.cause': allFlowCauses,
  'bill_difference.kind': billKinds,
  'bill_difference.problem': billProblemKeys,
  'booking.from_account': bookAccounts,
  'booking.to_account': bookAccounts,
  'booking.cause': bookCauses,
  'account_sum.span': sumSpans,
  'statement_answer.state': answerStates,
  'payment.purpose': paymentPurposes,
  'payment.remote_state': keysOf(remoteStates),
  'refund.status': allRefundStates,
  'refund_diversion.state': allRerouteStates,
  'refund_diversion.way': allRerouteWays,
  'bank_transfer.state': allTransferStates,
  'wallet_ledger.use_type': ['top_up', 'pay', 'refund', 'rebate', 'cashback', 'adjust', 'mall'],
  'balance_correction.kind': allActKinds,
  'balance_correction.state': allActStates,
  'price_proposal.state': allProposalStates,
  'points_ledger.use_type': keysOf(pointsUses),
  'points_goods.kind': mallKindKeys,
  'points_goods.limit_period': limitPeriodKeys,
  'points_order.kind': mallKindKeys,
  'points_order.status': pointsOrderStateKeys,
  'points_parcel.state': parcelStateKeys,
  'points_parcel_event.state': parcelStateKeys,
  'points_case.state': pointsCaseStateKeys,
  'points_task.kind': keysOf(taskKinds),
  'points_task.payer': keysOf(taskPayers),
  'points_task.merchant_word': keysOf(merchantWords),
  'voucher_ledger.use_type': ['issue', 'pay', 'give_back', 'refund'],
  'lot.locked_by': staffSides,
  'lot_movement.kind': keysOf(lotMoves),
  'lot_movement.actor': actorKinds,
  'tracking.state': parcelStateKeys,
  'shipment_event.state': parcelStateKeys,
  'goods.ladder_type': ladderKinds,
  'bulk_run.state': allBulkStates,
  'bulk_row.state': allBulkRowStates,
  'lot_import_row.state': importRowStates,
  'chat_message.sender': senderKinds,
  'chat_message.state': messageStates,
  'chat_message.card_kind': cardKinds,
  'chat_event.what': eventKinds,
  'chat_event.side': chatSides,
  'chat_word.action': allWordActions,
  'live_room.state': allRoomStates,
  'live_event.kind': liveEventKinds,
  'live_question.state': questionStates,
  'change_set.subject': changeSubjects,
  'change_set.source': changeSources,
  'change_set.state': allSetStates,
  'change_row.state': allRowStates,
  'letter.state': allLetterStates,
  'goods_alert.kind': ['stock', 'price'],
  'wanted.status': wantedStatuses,
  'feedback.kind': feedbackKindKeys,
  'feedback.status': feedbackStatuses,
  'after_sale.stage': afterSaleStages,
  'after_sale.kind': afterSaleKindKeys,
  'after_sale.state': afterSaleStates,
  'after_sale.ended_by': afterSaleSides,
  'after_sale_note.side': afterSaleSides,
  'staff.role': staffRoles,
  'staff_invite.role': staffRoles,
  'text_choice.kind': textKinds,
  'message_mute.kind': mutableKinds,
  'nav_link.kind': ['nav', 'float'],
  'wheel_prize.kind': prizeKinds,
  'wheel_chance.source': keysOf(chanceSources),
  'invoice_title.kind': invoiceKindKeys,
  'goods_tax.policy': taxPolicyKeys,
  'invoice_seller.form': invoiceFormKeys,
  'invoice.color': invoiceColors,
  'invoice.kind': invoiceKindKeys,
  'invoice.form': invoiceFormKeys,
  'invoice.state': allInvoiceStates,
  'invoice.asked_by': invoiceAskers,
  'invoice_line.policy': taxPolicyKeys,
  'red_form.reason': redReasonKeys,
  'red_form.raised_by': redRaisers,
  'red_form.state': allRedStates,
  'invoice_file.kind': invoiceFileKinds,
  'invoice_delivery.way': deliveryWayKeys,
  'invoice_delivery.state': deliveryStateKeys,
  'invoice_event.actor': actorKinds,
  'invoice_event.act': invoiceActKeys,
  'contract_template.kind': contractKindKeys,
  'contract.kind': contractKindKeys,
  'contract.state': contractStateKeys,
  'contract.provider': ['own', 'esign'],
  'contract_signature.side': ['buyer', 'seller'],
  'contract_event.act': contractActKeys,
  'contract_event.actor': actorKinds,
  'contract_rule.asks': contractAskKeys,
  'contract_rule.step': contractStepKeys,
} as const satisfies Record<string, readonly string[]>;

export type WordColumn = keyof typeof columnWords;

/** The words of a column. */
export type WordOf<Column extends WordColumn> = (typeof columnWords)[Column][number];
