import type { Answers } from "./answering/answer.ts";
import { catalogueAnswers } from "./catalogue/answers.ts";
import { diagnosticsAnswers } from "./diagnostics/answers.ts";
import { networkAnswers } from "./networks/answers.ts";
import { termsAnswers } from "./terms/answers.ts";

/** The map of answers: one for every call of the contract. */
export const answers: Partial<Answers> = {
  ...catalogueAnswers,
  ...diagnosticsAnswers,
  ...networkAnswers,
  ...termsAnswers,
};
