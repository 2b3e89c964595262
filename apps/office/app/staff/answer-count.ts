import { useState } from "react";

/** Grows with each answer to a form: the key of its passwords, which start empty again. */
export function useAnswerCount(answer: unknown): number {
  const [seen, setSeen] = useState({ answer, times: 0 });
  if (seen.answer === answer) return seen.times;
  setSeen({ answer, times: seen.times + 1 });
  return seen.times + 1;
}
