import * as accounts from "./accounts.ts";
import * as addresses from "./addresses.ts";
import type { Call } from "./call.ts";
import * as cards from "./cards.ts";
import * as cart from "./cart.ts";
import * as catalogue from "./catalogue.ts";
import * as diagnostics from "./diagnostics.ts";
import * as documents from "./documents.ts";
import * as identity from "./identity.ts";
import * as networks from "./networks.ts";
import { officeCalls } from "./office/office-calls.ts";
import * as orders from "./orders.ts";
import * as payments from "./payments.ts";
import * as subscriptions from "./subscriptions.ts";
import * as terms from "./terms.ts";
import * as travel from "./travel.ts";
import * as travellers from "./travellers.ts";
import * as wallet from "./wallet.ts";

/** Every call of the Ticket API by a name of ours (§7). The server names one answer for each, and does not start without. */
export const calls = {
  getNetworks: networks.getNetworks,
  getNetworkConfiguration: networks.getNetworkConfiguration,
  getAuthenticationConfiguration: networks.getAuthenticationConfiguration,
  collectSites: networks.collectSites,
  collectSlots: networks.collectSlots,
  getProfileStatus: networks.getProfileStatus,
  getSchoolConfiguration: networks.getSchoolConfiguration,
  getLegalNotice: terms.getLegalNotice,
  getTermsOfUse: terms.getTermsOfUse,
  getPrivacyPolicy: terms.getPrivacyPolicy,
  login: identity.login,
  logout: identity.logout,
  introspectToken: identity.introspectToken,
  introspectTokenByGet: identity.introspectTokenByGet,
  touch: identity.touch,
  sendVerificationEmail: identity.sendVerificationEmail,
  verifyEmail: identity.verify,
  resetPassword: identity.resetPassword,
  useCode: identity.useCode,
  authorizationState: identity.authorizationState,
  exchangeAuthorizationCode: identity.exchangeAuthorizationCode,
  authenticate: identity.authenticate,
  identities: identity.identities,
  createIdentity: identity.createIdentity,
  deleteIdentity: identity.deleteIdentity,
  reauthenticate: identity.reauthenticate,
  getSessions: identity.getSessions,
  revokeSession: identity.revokeSession,
  getUser: accounts.getUser,
  updateAccount: accounts.update,
  searchLocalMediaForSignin: cards.searchLocalMediaForSignin,
  signinWithToken: cards.signinWithToken,
  getMedias: cards.getMedias,
  registerMedia: cards.registerMedia,
  unregisterMedia: cards.unregisterMedia,
  declareMediaIncident: cards.declareMediaIncident,
  cardHotlist: cards.cardHotlist,
  cardLoads: cards.cardLoads,
  reportCardLoad: cards.reportCardLoad,
  requestDeletion: accounts.requestDeletion,
  requestDeletionByEmail: accounts.requestDeletionByEmail,
  reactivate: accounts.reactivate,
  exportData: accounts.exportData,
  createProfile: travellers.createProfile,
  disableProfile: travellers.disableProfile,
  restoreProfile: travellers.restoreProfile,
  uploadMedia: travellers.uploadMedia,
  removePicture: travellers.removePicture,
  uploadDocument: documents.uploadDocument,
  getDocuments: documents.getDocuments,
  getUserDocuments: documents.getUserDocuments,
  deleteDocument: documents.deleteDocument,
  fileDownloadUrl: documents.fileDownloadUrl,
  createDocumentsSubmission: documents.createDocumentsSubmission,
  updateDocumentsSubmission: documents.updateDocumentsSubmission,
  cancelDocumentsSubmission: documents.cancelDocumentsSubmission,
  getUserDocumentSubmissions: documents.getUserDocumentSubmissions,
  getQualificationValidationConfiguration: documents.getQualificationValidationConfiguration,
  createPaperwork: documents.createPaperwork,
  getUniversalProducts: catalogue.getUniversalProducts,
  getProducts: catalogue.getProducts,
  productsOnMedia: catalogue.productsOnMedia,
  catalog: catalogue.catalog,
  verifyOrder: cart.verify,
  computeAmount: cart.computeAmount,
  redeemVoucher: cart.redeemVoucher,
  placeOrder: orders.placeOrder,
  createOrder: orders.create,
  orderHistory: orders.history,
  getOrders: orders.getOrders,
  printOrder: orders.printOrder,
  cancelOrder: orders.cancel,
  acknowledgePayment: payments.acknowledge,
  getCards: payments.getCards,
  registerCard: payments.registerCard,
  registerBankAccount: payments.registerBankAccount,
  unregisterCard: payments.unregisterCard,
  setCardBookmark: payments.setCardBookmark,
  removeCardBookmark: payments.removeCardBookmark,
  setCardNickname: payments.setCardNickname,
  previewInstallments: payments.previewInstallments,
  payInstallment: payments.payInstallment,
  listSubscriptions: subscriptions.listSubscriptions,
  getSubscription: subscriptions.getSubscription,
  tickets: wallet.tickets,
  blueprints: wallet.blueprints,
  getWallet: wallet.getWallet,
  contractAttestation: wallet.contractAttestation,
  ticketPdf: wallet.ticketPdf,
  punchTicket: wallet.punchTicket,
  transferContract: wallet.transferContract,
  decodeVignette: wallet.decodeVignette,
  sticker: wallet.sticker,
  sendGeolocation: travel.sendGeolocation,
  getGeolocation: travel.getGeolocation,
  agreeToGeolocation: travel.agreeToGeolocation,
  getODStops: travel.getODStops,
  getODTrips: travel.getODTrips,
  adviseFares: travel.adviseFares,
  searchAddresses: addresses.searchAddresses,
  testRequest: diagnostics.request,
  ...officeCalls,
} as const satisfies Record<string, Call>;

export type Calls = typeof calls;
export type CallName = keyof Calls;
