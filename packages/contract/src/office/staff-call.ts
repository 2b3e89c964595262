import { type CallOptions, call, type Method, type Shape } from "../call.ts";
import type { ErrorCode } from "../error-codes.ts";

/** What a call of the staff says of itself; the rest is the same for all of them. */
type StaffCallOptions<Request extends Shape, Answer extends Shape, Code extends ErrorCode> = Omit<
  CallOptions<Request, Answer, Code>,
  "session" | "section" | "opensTo" | "right"
>;

/**
 * Defines one call of the staff (`Office/...`, which §7 lacks): for a member of the staff with one of `roles` in the
 * network asked for, through a client with the right `office`.
 */
export function staffCall<const Options extends StaffCallOptions<Shape, Shape, ErrorCode>>(
  module: string,
  method: Method,
  name: string,
  options: Options,
) {
  return call(module, method, `/Office/${name}`, { ...options, session: "staff", right: "office" });
}
