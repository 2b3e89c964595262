import type { ModuleHandlers } from "../http/call-handler.ts";
import { confirmTerminationHandler, readTerminationHandler } from "./confirm-request.ts";
import { requestTerminationHandler } from "./notify-request.ts";

export const terminationHandlers: ModuleHandlers<"requestTermination" | "readTermination" | "confirmTermination"> = {
  requestTermination: requestTerminationHandler,
  readTermination: readTerminationHandler,
  confirmTermination: confirmTerminationHandler,
};
