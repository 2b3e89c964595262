import { PKPass } from "passkit-generator";
import type { PassContent, PassField, PassImage, Worded } from "./pass-content.ts";

/** The certificate of a pass type with its key, and Apple's intermediate certificate, all PEM; the names are those in its subject. */
export interface PassSigner {
  passType: string;
  team: string;
  certificate: string;
  key: string;
  wwdr: string;
}

/** Where devices fetch a pass again, and the token that they then send. */
export interface PassUpdates {
  webServiceUrl: string;
  token: string;
}

/**
 * The signed pass of a ticket (`.pkpass`). Its texts are those of the person's language, with translations for the phone's
 * (Apple, "Wallet Passes": `pass.json`, `pass.strings`).
 */
export function applePassOf({
  content,
  signer,
  updates,
}: {
  content: PassContent;
  signer: PassSigner;
  updates: PassUpdates;
}): Uint8Array {
  const text = (worded: Worded) => worded[content.language] ?? "";
  const { wwdr, certificate: signerCert, key: signerKey } = signer;
  const pass = new PKPass(
    { ...imagesOf("icon", content.images.icon), ...imagesOf("logo", content.images.logo) },
    { wwdr, signerCert, signerKey },
    {
      passTypeIdentifier: signer.passType,
      teamIdentifier: signer.team,
      serialNumber: content.id,
      organizationName: content.organization,
      description: text(content.description),
      logoText: content.organization,
      webServiceURL: updates.webServiceUrl,
      authenticationToken: updates.token,
      backgroundColor: rgb(content.colours.background),
      foregroundColor: rgb(content.colours.text),
      labelColor: rgb(content.colours.text),
      sharingProhibited: true,
      voided: content.barcode === null,
    },
  );
  pass.type = "generic";
  pass.primaryFields.push({ key: "product", value: text(content.product) });
  const [first, second, ...others] = content.fields.map((field) => appleField(field, text));
  if (first) pass.secondaryFields.push(first);
  if (second) pass.secondaryFields.push(second);
  pass.auxiliaryFields.push(...others);
  const { barcode, validUntil } = content;
  if (barcode !== null) {
    const format = "PKBarcodeFormatAztec";
    pass.setBarcodes({ format, message: barcode.text, messageEncoding: "iso-8859-1", altText: barcode.number });
  }
  if (validUntil !== null) pass.setExpirationDate(new Date(validUntil));
  for (const language of content.languages) {
    if (language === content.language) continue;
    pass.localize(language, translations(content, language));
  }
  return pass.getAsBuffer();
}

/** The field with the message by which the phone announces that its value changed. */
const appleField = ({ id, label, value }: PassField, text: (worded: Worded) => string) => ({
  ...{ key: id, label: text(label), value: text(value) },
  ...(id === "state" ? { changeMessage: "%@" } : {}),
});

/** The texts of a language by those of the pass's own. */
function translations({ language: own, ...content }: PassContent, language: keyof Worded): Record<string, string> {
  const all = [content.description, content.product, ...content.fields.flatMap(({ label, value }) => [label, value])];
  return Object.fromEntries(all.map((worded) => [worded[own] ?? "", worded[language] ?? worded[own] ?? ""]));
}

function imagesOf(name: string, image: PassImage | undefined): Record<string, Buffer> {
  if (image === undefined) return {};
  const [single, double, triple] = image;
  return {
    [`${name}.png`]: Buffer.from(single),
    [`${name}@2x.png`]: Buffer.from(double),
    [`${name}@3x.png`]: Buffer.from(triple),
  };
}

/** `#0b5a68` as Apple writes it: `rgb(11, 90, 104)`. */
const rgb = (colour: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(", ")})`;
