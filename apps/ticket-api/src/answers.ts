import { accountsAnswers } from "./accounts/answers.ts";
import { addressesAnswers } from "./addresses/answers.ts";
import type { Answers } from "./answering/answer.ts";
import { cardsAnswers } from "./cards/answers.ts";
import { cardsOfficeAnswers } from "./cards/office-answers.ts";
import { cartAnswers } from "./cart/answers.ts";
import { catalogueAnswers } from "./catalogue/answers.ts";
import { diagnosticsAnswers } from "./diagnostics/answers.ts";
import { documentsAnswers } from "./documents/answers.ts";
import { documentsOfficeAnswers } from "./documents/office-answers.ts";
import { identityAnswers } from "./identity/answers.ts";
import { networkAnswers } from "./networks/answers.ts";
import { orderAnswers } from "./orders/answers.ts";
import { ordersOfficeAnswers } from "./orders/office-answers.ts";
import { paymentAnswers } from "./payments/answers.ts";
import { staffAnswers } from "./staff/office-answers.ts";
import { secondFactorAnswers } from "./staff/second-factor-answers.ts";
import { subscriptionAnswers } from "./subscriptions/answers.ts";
import { termsAnswers } from "./terms/answers.ts";
import { travelAnswers } from "./travel/answers.ts";
import { geolocationAnswers } from "./travel/geolocation.ts";
import { travellersAnswers } from "./travellers/answers.ts";
import { travellersOfficeAnswers } from "./travellers/office-answers.ts";
import { walletAnswers } from "./wallet/answers.ts";

/** The map of answers: one for every call of the contract. */
export const answers: Answers = {
  ...accountsAnswers,
  ...addressesAnswers,
  ...cardsAnswers,
  ...cardsOfficeAnswers,
  ...cartAnswers,
  ...catalogueAnswers,
  ...diagnosticsAnswers,
  ...documentsAnswers,
  ...documentsOfficeAnswers,
  ...identityAnswers,
  ...networkAnswers,
  ...orderAnswers,
  ...ordersOfficeAnswers,
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
