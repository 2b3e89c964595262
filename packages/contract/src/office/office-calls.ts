import type { Call } from "../call.ts";
import * as agencies from "./agencies.ts";
import * as alerts from "./alerts/alerts.ts";
import * as auditLog from "./audit-log.ts";
import * as cardBlocks from "./cards/card-blocks.ts";
import * as cardStock from "./cards/card-stock.ts";
import * as catalogueDrafts from "./catalogue/catalogue-drafts.ts";
import * as compensations from "./compensations.ts";
import * as counter from "./counter.ts";
import * as customerCorrections from "./customer-service/corrections.ts";
import * as customers from "./customer-service/customers.ts";
import * as customerDeletion from "./customer-service/deletion.ts";
import * as customerMerge from "./customer-service/merge.ts";
import * as customerNotes from "./customer-service/notes.ts";
import * as disputes from "./disputes.ts";
import * as documents from "./documents.ts";
import * as figures from "./figures.ts";
import * as finance from "./finance.ts";
import * as operations from "./operations.ts";
import * as orderMoney from "./order-money.ts";
import * as orders from "./orders.ts";
import * as overview from "./overview.ts";
import * as paymentLists from "./payment-lists.ts";
import * as refundRequests from "./refund-requests.ts";
import * as refundTransfers from "./refund-transfers.ts";
import * as refunds from "./refunds.ts";
import * as search from "./search.ts";
import * as secondFactor from "./second-factor.ts";
import * as staff from "./staff.ts";
import * as management from "./staff-management.ts";
import * as subscriptionLists from "./subscription-lists.ts";
import * as terminations from "./terminations.ts";
import * as ticketChecks from "./ticket-checks.ts";
import * as cards from "./transport-cards.ts";
import * as travellers from "./travellers.ts";
import * as vouchers from "./vouchers.ts";

/** Every staff call by its internal name: paths under `Office/`, which §7 does not define. */
export const officeCalls = {
  officeLogin: staff.officeLogin,
  officeLogout: staff.officeLogout,
  getStaff: staff.getStaff,
  changeStaffPassword: staff.changeStaffPassword,
  setStaffLanguage: staff.setStaffLanguage,
  listStaff: staff.listStaff,
  getStaffMember: management.getStaffMember,
  inviteStaff: management.inviteStaff,
  setStaffRoles: management.setStaffRoles,
  changeStaffAccess: management.changeStaffAccess,
  listAuditLog: auditLog.listAuditLog,
  downloadAuditLog: auditLog.downloadAuditLog,
  getInvitation: management.getInvitation,
  acceptInvitation: management.acceptInvitation,
  giveSecondFactor: secondFactor.giveSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  removeSecondFactor: secondFactor.removeSecondFactor,
  searchOffice: search.searchOffice,
  getCustomer: customers.getCustomer,
  listCustomerOrders: customers.listCustomerOrders,
  listCustomerPayments: customers.listCustomerPayments,
  listCustomerMandates: customers.listCustomerMandates,
  listCustomerTickets: customers.listCustomerTickets,
  listCustomerEmails: customers.listCustomerEmails,
  listCustomerNotes: customerNotes.listCustomerNotes,
  addCustomerNote: customerNotes.addCustomerNote,
  correctCustomerNote: customerNotes.correctCustomerNote,
  withdrawCustomerNote: customerNotes.withdrawCustomerNote,
  correctCustomer: customerCorrections.correctCustomer,
  changeCustomerEmail: customerCorrections.changeCustomerEmail,
  checkCustomerDeletion: customerDeletion.checkCustomerDeletion,
  startCustomerDeletion: customerDeletion.startCustomerDeletion,
  withdrawCustomerDeletion: customerDeletion.withdrawCustomerDeletion,
  previewCustomerMerge: customerMerge.previewCustomerMerge,
  mergeCustomers: customerMerge.mergeCustomers,
  endCustomerSessions: customers.endCustomerSessions,
  sendCustomerPasswordReset: customers.sendCustomerPasswordReset,
  getCustomerEmail: customers.getCustomerEmail,
  resendCustomerEmail: customers.resendCustomerEmail,
  officeSubmissions: documents.listSubmissions,
  officeSubmission: documents.getSubmission,
  takeSubmission: documents.takeSubmission,
  decideSubmission: documents.decideSubmission,
  officePreparations: orders.listPreparations,
  officeOrder: orders.getStaffOrder,
  beginPreparation: orders.beginPreparation,
  finishPreparation: orders.finishPreparation,
  correctDelivery: orders.correctDelivery,
  settleDiscrepancy: orders.settleDiscrepancy,
  printOrderDocument: orderMoney.printOrderDocument,
  getOperations: operations.getOperations,
  listFailedJobs: operations.listFailedJobs,
  retryFailedJobs: operations.retryFailedJobs,
  dropFailedJob: operations.dropFailedJob,
  listDisputes: disputes.listDisputes,
  getDispute: disputes.getDispute,
  printDispute: disputes.printDispute,
  submitDisputeEvidence: disputes.submitDisputeEvidence,
  listCollections: paymentLists.listCollections,
  downloadCollections: paymentLists.downloadCollections,
  officeSubscriptions: subscriptionLists.officeSubscriptions,
  downloadSubscriptions: subscriptionLists.downloadSubscriptions,
  listDiscrepancies: paymentLists.listDiscrepancies,
  listUnresolvedPayments: paymentLists.listUnresolvedPayments,
  checkPaymentNow: paymentLists.checkPaymentNow,
  getFinanceMonth: finance.getFinanceMonth,
  downloadFec: finance.downloadFec,
  downloadJournal: finance.downloadJournal,
  closeMonth: finance.closeMonth,
  listMonthClosings: finance.listMonthClosings,
  verifyMonthClosing: finance.verifyMonthClosing,
  compareBooks: finance.compareBooks,
  listRefunds: refunds.listRefunds,
  previewRefund: refunds.previewRefund,
  refundOrder: refunds.refundOrder,
  decideRefund: refunds.decideRefund,
  listCampaigns: compensations.listCampaigns,
  getCampaign: compensations.getCampaign,
  getCampaignChoices: compensations.getCampaignChoices,
  draftCampaign: compensations.draftCampaign,
  previewCampaign: compensations.previewCampaign,
  startCampaign: compensations.startCampaign,
  decideCampaign: compensations.decideCampaign,
  changeCampaign: compensations.changeCampaign,
  retryCompensations: compensations.retryCompensations,
  listCompensations: compensations.listCompensations,
  downloadCompensations: compensations.downloadCompensations,
  listVoucherBatches: vouchers.listVoucherBatches,
  getVoucherBatch: vouchers.getVoucherBatch,
  createVoucherBatch: vouchers.createVoucherBatch,
  blockVouchers: vouchers.blockVouchers,
  downloadVouchers: vouchers.downloadVouchers,
  listAgencies: agencies.listAgencies,
  getAgency: agencies.getAgency,
  addAgency: agencies.addAgency,
  previewAgencyChange: agencies.previewAgencyChange,
  changeAgency: agencies.changeAgency,
  listCollectionSlots: agencies.listCollectionSlots,
  moveCollection: agencies.moveCollection,
  getCounter: counter.getCounter,
  quoteCounterSale: counter.quoteCounterSale,
  sellAtCounter: counter.sellAtCounter,
  getCounterSale: counter.getCounterSale,
  printCounterTicket: counter.printCounterTicket,
  refundCounterSale: counter.refundCounterSale,
  openDrawer: counter.openDrawer,
  closeDrawer: counter.closeDrawer,
  listDrawers: counter.listDrawers,
  getDrawer: counter.getDrawer,
  releaseRefund: refunds.releaseRefund,
  listRefundsByTransfer: refundTransfers.listRefundsByTransfer,
  decideRefundByTransfer: refundTransfers.decideRefundByTransfer,
  listRefundRequests: refundRequests.listRefundRequests,
  getRefundRequest: refundRequests.getRefundRequest,
  decideRefundRequest: refundRequests.decideRefundRequest,
  findTravellers: travellers.findTravellers,
  getTraveller: travellers.getTraveller,
  correctTraveller: travellers.correctTraveller,
  checkTicket: ticketChecks.checkTicket,
  reportTicketChecks: ticketChecks.reportTicketChecks,
  ticketCheckList: ticketChecks.ticketCheckList,
  staffBlockTicket: ticketChecks.staffBlockTicket,
  staffUnblockTicket: ticketChecks.staffUnblockTicket,
  findCards: cards.findCards,
  getCard: cards.getCard,
  staffBlockCard: cards.staffBlockCard,
  staffUnblockCard: cards.staffUnblockCard,
  staffReplaceCard: cards.staffReplaceCard,
  listCardBatches: cardStock.listCardBatches,
  previewCardImport: cardStock.previewCardImport,
  importCards: cardStock.importCards,
  previewCardBlocks: cardBlocks.previewCardBlocks,
  blockCards: cardBlocks.blockCards,
  downloadCardBlocks: cardBlocks.downloadCardBlocks,
  officeTerminations: terminations.listTerminations,
  officeTermination: terminations.getTermination,
  matchTermination: terminations.matchTermination,
  refuseTermination: terminations.refuseTermination,
  getQueues: overview.getQueues,
  getFigures: figures.getFigures,
  listAlerts: alerts.listAlerts,
  getAlert: alerts.getAlert,
  addAlert: alerts.addAlert,
  changeAlert: alerts.changeAlert,
  withdrawAlert: alerts.withdrawAlert,
  listCatalogueDrafts: catalogueDrafts.listCatalogueDrafts,
  getCatalogueDraft: catalogueDrafts.getCatalogueDraft,
  addCatalogueDraft: catalogueDrafts.addCatalogueDraft,
  renameCatalogueDraft: catalogueDrafts.renameCatalogueDraft,
  discardCatalogueDraft: catalogueDrafts.discardCatalogueDraft,
  listDraftItems: catalogueDrafts.listDraftItems,
  getDraftItem: catalogueDrafts.getDraftItem,
  changeDraftItem: catalogueDrafts.changeDraftItem,
  withdrawDraftItem: catalogueDrafts.withdrawDraftItem,
  restoreDraftItem: catalogueDrafts.restoreDraftItem,
  sortDraftItems: catalogueDrafts.sortDraftItems,
  publishCatalogueDraft: catalogueDrafts.publishCatalogueDraft,
  decideCatalogueDraft: catalogueDrafts.decideCatalogueDraft,
  reopenCatalogueDraft: catalogueDrafts.reopenCatalogueDraft,
  revertCatalogueDraft: catalogueDrafts.revertCatalogueDraft,
  simulateCatalogueDraft: catalogueDrafts.simulateCatalogueDraft,
  previewCatalogueDraft: catalogueDrafts.previewCatalogueDraft,
} as const satisfies Record<string, Call>;
