import { accountsHandlers } from "./accounts/handlers.ts";
import { addressesHandlers } from "./addresses/handlers.ts";
import { agenciesOfficeHandlers } from "./agencies/office-handlers.ts";
import { alertsOfficeHandlers } from "./alerts/office-handlers.ts";
import { cardStockOfficeHandlers } from "./card-stock/office-handlers.ts";
import { cartHandlers } from "./cart/handlers.ts";
import { adviseFares } from "./catalogue/advice.ts";
import { catalogueHandlers } from "./catalogue/handlers.ts";
import { catalogueDraftsOfficeHandlers } from "./catalogue-drafts/office-handlers.ts";
import { cataloguePreviewHandlers } from "./catalogue-drafts/preview-draft.ts";
import { compensationsOfficeHandlers } from "./compensations/office-handlers.ts";
import { counterOfficeHandlers } from "./counter/office-handlers.ts";
import { customerCorrectionHandlers } from "./customers/correction-handlers.ts";
import { customerDeletionHandlers } from "./customers/deletion-handlers.ts";
import { customerEmailHandlers } from "./customers/email-handlers.ts";
import { customerMergeHandlers } from "./customers/merge-handlers.ts";
import { customerNoteHandlers } from "./customers/note-handlers.ts";
import { customersOfficeHandlers } from "./customers/office-handlers.ts";
import { customerSupportHandlers } from "./customers/support-handlers.ts";
import { diagnosticsHandlers } from "./diagnostics/handlers.ts";
import { documentsHandlers } from "./documents/handlers.ts";
import { documentsOfficeHandlers } from "./documents/office-handlers.ts";
import { financeOfficeHandlers } from "./finance/office-handlers.ts";
import type { Handlers } from "./http/call-handler.ts";
import { identityHandlers } from "./identity/handlers.ts";
import { networkSettingsOfficeHandlers } from "./network-settings/office-handlers.ts";
import { networkHandlers } from "./networks/handlers.ts";
import { operationsOfficeHandlers } from "./operations/office-handlers.ts";
import { orderHandlers } from "./orders/handlers.ts";
import { ordersOfficeHandlers } from "./orders/office-handlers.ts";
import { transportCardLoadHandlers } from "./orders/transport-card-loads.ts";
import { overviewOfficeHandlers } from "./overview/office-handlers.ts";
import { disputesOfficeHandlers } from "./payments/disputes/office-handlers.ts";
import { paymentHandlers } from "./payments/handlers.ts";
import { paymentListsOfficeHandlers } from "./payments/lists/office-handlers.ts";
import { reportedDisputesOfficeHandlers } from "./payments/reports/office-handlers.ts";
import { refundAccountHandlers } from "./refunds/account-handlers.ts";
import { refundHandlers } from "./refunds/handlers.ts";
import { refundsOfficeHandlers } from "./refunds/office-handlers.ts";
import { refundRequestOfficeHandlers } from "./refunds/office-request-handlers.ts";
import { refundTransferOfficeHandlers } from "./refunds/office-transfer-handlers.ts";
import { refundRequestHandlers } from "./refunds/request-handlers.ts";
import { searchOfficeHandlers } from "./search/office-handlers.ts";
import { auditLogHandlers } from "./staff/audit-log-handlers.ts";
import { invitationHandlers } from "./staff/invitation-handlers.ts";
import { memberHandlers } from "./staff/member-handlers.ts";
import { staffHandlers } from "./staff/office-handlers.ts";
import { secondFactorHandlers } from "./staff/second-factor-handlers.ts";
import { subscriptionHandlers } from "./subscriptions/handlers.ts";
import { subscriptionsOfficeHandlers } from "./subscriptions/office-handlers.ts";
import { terminationHandlers } from "./terminations/handlers.ts";
import { terminationsOfficeHandlers } from "./terminations/office-handlers.ts";
import { termsHandlers } from "./terms/handlers.ts";
import { cardsHandlers } from "./transport-cards/handlers.ts";
import { cardsOfficeHandlers } from "./transport-cards/office-handlers.ts";
import { geolocationHandlers } from "./travel/geolocation.ts";
import { travelHandlers } from "./travel/handlers.ts";
import { travellersHandlers } from "./travellers/handlers.ts";
import { travellersOfficeHandlers } from "./travellers/office-handlers.ts";
import { vouchersOfficeHandlers } from "./vouchers/office-handlers.ts";
import { ticketChecksOfficeHandlers } from "./wallet/checks/office-handlers.ts";
import { walletHandlers } from "./wallet/handlers.ts";
import { walletPassesHandlers } from "./wallet-passes/handlers.ts";

/** The handler of every call of the contract. */
export const answers: Handlers = {
  ...accountsHandlers,
  ...addressesHandlers,
  ...cardsHandlers,
  ...cardsOfficeHandlers,
  ...cardStockOfficeHandlers,
  ...cartHandlers,
  adviseFares,
  ...catalogueHandlers,
  ...counterOfficeHandlers,
  ...customerCorrectionHandlers,
  ...customerDeletionHandlers,
  ...customerEmailHandlers,
  ...customerMergeHandlers,
  ...customerNoteHandlers,
  ...customersOfficeHandlers,
  ...customerSupportHandlers,
  ...diagnosticsHandlers,
  ...documentsHandlers,
  ...documentsOfficeHandlers,
  ...financeOfficeHandlers,
  ...identityHandlers,
  ...networkHandlers,
  ...orderHandlers,
  ...operationsOfficeHandlers,
  ...ordersOfficeHandlers,
  ...transportCardLoadHandlers,
  ...paymentHandlers,
  ...paymentListsOfficeHandlers,
  ...disputesOfficeHandlers,
  ...reportedDisputesOfficeHandlers,
  ...refundHandlers,
  ...refundsOfficeHandlers,
  ...refundAccountHandlers,
  ...refundTransferOfficeHandlers,
  ...refundRequestHandlers,
  ...refundRequestOfficeHandlers,
  ...compensationsOfficeHandlers,
  ...searchOfficeHandlers,
  ...staffHandlers,
  ...auditLogHandlers,
  ...memberHandlers,
  ...invitationHandlers,
  ...secondFactorHandlers,
  ...subscriptionHandlers,
  ...subscriptionsOfficeHandlers,
  ...terminationHandlers,
  ...terminationsOfficeHandlers,
  ...termsHandlers,
  ...geolocationHandlers,
  ...travelHandlers,
  ...travellersHandlers,
  ...travellersOfficeHandlers,
  ...overviewOfficeHandlers,
  ...vouchersOfficeHandlers,
  ...agenciesOfficeHandlers,
  ...alertsOfficeHandlers,
  ...catalogueDraftsOfficeHandlers,
  ...cataloguePreviewHandlers,
  ...networkSettingsOfficeHandlers,
  ...walletHandlers,
  ...walletPassesHandlers,
  ...ticketChecksOfficeHandlers,
};
