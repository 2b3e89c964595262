import { done } from "@guichet/contract/outcome.ts";
import { signedText } from "@guichet/contract/signature.ts";
import type { RoomAnswers } from "../http/call-handler.ts";

export const diagnosticsAnswers: RoomAnswers<"testRequest"> = {
  testRequest: async ({ received, signedValues, signatureRefusal }) => {
    const { signature: _, userToken: __, ...shown } = received;
    return done({
      received: shown,
      signatureHeld: signatureRefusal === null,
      signatureRefusal,
      signedText: signedText(signedValues),
    });
  },
};
