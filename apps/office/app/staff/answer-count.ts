import { useState } from "react";

/** Counts the responses to a form: used as the key of its password fields, so that they are cleared. */
export function useAnswerCount(answer: unknown): number {
  const [seen, setSeen] = useState({ answer, times: 0 });
  if (seen.answer === answer) return seen.times;
  setSeen({ answer, times: seen.times + 1 });
  return seen.times + 1;
}
