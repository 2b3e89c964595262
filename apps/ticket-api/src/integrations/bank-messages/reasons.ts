import type { Element } from "@xmldom/xmldom";
import { childrenOf, onlyChild, optionalChild, optionalText, textLength } from "./message-fields.ts";

/** Why a bank rejects or returns: an ISO 20022 code, or one of the bank's own. */
export interface MessageReason {
  code: string | undefined;
  proprietary: string | undefined;
  information: string[];
}

/** Reads `StsRsnInf` or `RtrInf`. */
export function reasonOf(element: Element): MessageReason {
  const reason = optionalChild(element, "Rsn");
  return {
    code: reason && optionalText(reason, "Cd", textLength.code),
    proprietary: reason && optionalText(reason, "Prtry", textLength.proprietary),
    information: childrenOf(element, "AddtlInf").map((line) =>
      (line.textContent ?? "").trim().slice(0, textLength.information),
    ),
  };
}

/** The SEPA creditor identifier of `CdtrSchmeId` or of a party (`PrvtId/Othr/Id`), if one is given. */
export function creditorIdOf(party: Element | undefined): string | undefined {
  const holder = party && optionalChild(party, "Id");
  const person = holder && optionalChild(holder, "PrvtId");
  const [first] = person === undefined ? [] : childrenOf(person, "Othr");
  return first && onlyChild(first, "Id").textContent?.trim();
}
