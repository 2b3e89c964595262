import { PDFDocument } from "@cantoo/pdf-lib";
import type { Shopper } from "./shopper.ts";

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** An attestation as PDF. */
export async function attestation(): Promise<ChosenFile> {
  const document = await PDFDocument.create();
  document.addPage();
  return { name: "attestation.pdf", mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

/** Chooses a file in the only file field of the page, and sends it. */
export async function submitDocument({ page, words: { t } }: Shopper, file: ChosenFile): Promise<void> {
  await page.locator("#document-disability-proof").setInputFiles(file);
  await page.getByRole("button", { name: t("documents.send"), exact: true }).click();
  await page.getByRole("button", { name: t("documents.send"), exact: true }).waitFor({ state: "hidden" });
}

/** The number of the request on the page. */
export async function requestNumber({ page }: Shopper): Promise<string> {
  const shown = await page.locator("main").textContent();
  return /D-[2-9A-Z]{8}/.exec(shown ?? "")?.[0] ?? "";
}
