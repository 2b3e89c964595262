import { done } from "@guichet/contract/outcome.ts";
import { signatureHolds, signedText } from "@guichet/contract/signature.ts";
import type { RoomAnswers } from "../answering/answer.ts";

export const diagnosticsAnswers: RoomAnswers<"testRequest"> = {
  testRequest: async ({ received, client }) => {
    const { signature, userToken: _, ...shown } = received;
    return done({
      received: shown,
      signatureHeld: signatureHolds(received, client.key, signature),
      signedText: signedText(received),
    });
  },
};
