import { z } from "zod";
import { call } from "./call.ts";
import { previewable } from "./catalogue.ts";

const text = (path: string, summary: string) =>
  call("terms", "GET", path, {
    summary,
    section: "§7",
    session: "none",
    request: previewable,
    answer: { title: z.string(), markdown: z.string(), language: z.string(), updatedOn: z.string() },
    refusals: ["NOT_FOUND"],
    cacheable: true,
  });

export const getLegalNotice = text("/Terms/getLegalNotice.json", "Returns the network's legal notice.");
export const getTermsOfUse = text("/Terms/getTermsOfUse.json", "Returns the network's terms of sale and use.");
export const getPrivacyPolicy = text("/Terms/getPrivacyPolicy.json", "Returns the network's privacy policy.");
