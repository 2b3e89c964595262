import type { Answers } from "./answering/answer.ts";
import { diagnosticsAnswers } from "./diagnostics/answers.ts";

/** The map of answers: one for every call of the contract. */
export const answers: Partial<Answers> = {
  ...diagnosticsAnswers,
};
