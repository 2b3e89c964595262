import { generatePath } from "react-router";

/** All paths of the office. The network is part of the path, so that two tabs can show two networks. */
export const paths = {
  start: "/",
  signIn: "/sign-in",
  secondFactorCode: "/sign-in/code",
  choosePassword: "/sign-in/password",
  setUpSecondFactor: "/sign-in/second-factor",
  invitation: "/invitation/:code",
  signOut: "/sign-out",
  preferences: "/preferences",
  password: "/password",
  secondFactor: "/second-factor",
  home: "/:network",
  search: "/:network/search",
  transportCards: "/:network/cards",
  transportCard: "/:network/cards/:id",
  documents: "/:network/documents",
  submission: "/:network/documents/:id",
  documentFile: "/:network/documents/:id/files/:file",
  refundRequests: "/:network/refund-requests",
  refundRequest: "/:network/refund-requests/:id",
  refundEvidence: "/:network/refund-requests/:id/files/:file",
  orders: "/:network/orders",
  order: "/:network/orders/:id",
  orderDocument: "/:network/orders/:id/documents/:number",
  refundOrder: "/:network/orders/:id/refund",
  orderPicture: "/:network/orders/:id/pictures/:line",
  refunds: "/:network/refunds",
  customer: "/:network/customers/:id",
  campaigns: "/:network/campaigns",
  newCampaign: "/:network/campaigns/new",
  campaign: "/:network/campaigns/:id",
  campaignCsv: "/:network/campaigns/:id/compensations.csv",
  disputes: "/:network/disputes",
  dispute: "/:network/disputes/:id",
  disputeEvidence: "/:network/disputes/:id/evidence",
  travellers: "/:network/travellers",
  traveller: "/:network/travellers/:id",
  terminations: "/:network/terminations",
  termination: "/:network/terminations/:id",
  operations: "/:network/operations",
  staff: "/:network/staff",
  inviteStaff: "/:network/staff/invite",
  staffMember: "/:network/staff/:id",
} as const;
export type RouteName = keyof typeof paths;

/** The address of a route. */
export const href = (name: RouteName, parameters: Record<string, string> = {}): string =>
  generatePath(paths[name], parameters);
