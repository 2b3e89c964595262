import { ok } from "@guichet/contract/result.ts";
import { signedText } from "@guichet/contract/signature.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";

export const diagnosticsHandlers: ModuleHandlers<"testRequest"> = {
  testRequest: async ({ received, signedValues, signatureRefusal }) => {
    const { signature: _, userToken: __, ...shown } = received;
    return ok({
      received: shown,
      signatureHeld: signatureRefusal === null,
      signatureRefusal,
      signedText: signedText(signedValues),
    });
  },
};
