import { accountsAnswers } from "./accounts/handlers.ts";
import { addressesAnswers } from "./addresses/handlers.ts";
import { cartAnswers } from "./cart/handlers.ts";
import { adviseFares } from "./catalogue/advice.ts";
import { catalogueAnswers } from "./catalogue/handlers.ts";
import { diagnosticsAnswers } from "./diagnostics/handlers.ts";
import { documentsAnswers } from "./documents/handlers.ts";
import { documentsOfficeAnswers } from "./documents/office-handlers.ts";
import type { Answers } from "./http/call-handler.ts";
import { identityAnswers } from "./identity/handlers.ts";
import { networkAnswers } from "./networks/handlers.ts";
import { orderAnswers } from "./orders/handlers.ts";
import { ordersOfficeAnswers } from "./orders/office-handlers.ts";
import { transportCardLoadAnswers } from "./orders/transport-card-loads.ts";
import { paymentAnswers } from "./payments/handlers.ts";
import { staffAnswers } from "./staff/office-handlers.ts";
import { secondFactorAnswers } from "./staff/second-factor-handlers.ts";
import { subscriptionAnswers } from "./subscriptions/handlers.ts";
import { termsAnswers } from "./terms/handlers.ts";
import { cardsAnswers } from "./transport-cards/handlers.ts";
import { cardsOfficeAnswers } from "./transport-cards/office-handlers.ts";
import { geolocationAnswers } from "./travel/geolocation.ts";
import { travelAnswers } from "./travel/handlers.ts";
import { travellersAnswers } from "./travellers/handlers.ts";
import { travellersOfficeAnswers } from "./travellers/office-handlers.ts";
import { walletAnswers } from "./wallet/handlers.ts";

/** The map of answers: one for every call of the contract. */
export const answers: Answers = {
  ...accountsAnswers,
  ...addressesAnswers,
  ...cardsAnswers,
  ...cardsOfficeAnswers,
  ...cartAnswers,
  adviseFares,
  ...catalogueAnswers,
  ...diagnosticsAnswers,
  ...documentsAnswers,
  ...documentsOfficeAnswers,
  ...identityAnswers,
  ...networkAnswers,
  ...orderAnswers,
  ...ordersOfficeAnswers,
  ...transportCardLoadAnswers,
  ...paymentAnswers,
  ...staffAnswers,
  ...secondFactorAnswers,
  ...subscriptionAnswers,
  ...termsAnswers,
  ...geolocationAnswers,
  ...travelAnswers,
  ...travellersAnswers,
  ...travellersOfficeAnswers,
  ...walletAnswers,
};
