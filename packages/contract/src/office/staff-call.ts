import { type CallOptions, call, type Method, type Shape } from "../call.ts";
import type { ErrorCode } from "../error-codes.ts";

/** Options of a staff call that differ between calls. */
type StaffCallOptions<Request extends Shape, Answer extends Shape, Code extends ErrorCode> = Omit<
  CallOptions<Request, Answer, Code>,
  "session" | "section" | "opensTo" | "right"
>;

/**
 * Defines one staff call (`Office/...`, which §7 does not define): for staff members with `permission` in the
 * requested network, through a client with the right `office`.
 */
export function staffCall<const Options extends StaffCallOptions<Shape, Shape, ErrorCode>>(
  module: string,
  method: Method,
  name: string,
  options: Options,
) {
  return call(module, method, `/Office/${name}`, { ...options, session: "staff", right: "office" });
}
