import type { CardConduct, CardFault } from "../cards.ts";

/** Every word of the payment page. */
export interface PageTexts {
  title: string;
  testBand: string;
  paidTo: string;
  amount: string;
  order: string;
  number: string;
  expiry: string;
  expiryHint: string;
  code: string;
  codeHint: string;
  keepsCard: string;
  /** On the button when nothing is charged. */
  save: string;
  keptCard: string;
  otherCard: string;
  pay: (amount: string) => string;
  cancel: string;
  faultsTitle: string;
  faults: Record<CardFault, string>;
  testCards: string;
  testCardsIntro: string;
  conducts: Record<CardConduct, string>;
  bankTitle: string;
  bankIntro: (last4: string) => string;
  shownCode: string;
  oneTimeCode: string;
  confirm: string;
  wrongCode: (left: number) => string;
  paidTitle: string;
  paidText: string;
  refusedTitle: string;
  refusedText: string;
  closedTitle: string;
  closedText: string;
  unknownTitle: string;
  unknownText: string;
  back: string;
}
