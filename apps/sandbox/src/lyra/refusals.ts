/** One of Lyra's errors, sent with status 200. */
export class LyraError extends Error {
  readonly code: string;
  readonly detail: string | null;

  constructor(code: string, message: string, detail: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

export const invalid = (detail: string): LyraError =>
  new LyraError("INT_902", "web-service input data validation error", detail);
export const noTransaction = (): LyraError => new LyraError("PSP_010", "transaction not found");
export const wrongState = (detail: string): LyraError =>
  new LyraError("PSP_105", "the status of the transaction does not allow this operation", detail);
export const noToken = (): LyraError => new LyraError("PSP_030", "token not found");
export const tokenCancelled = (): LyraError => new LyraError("PSP_033", "invalid token status");
